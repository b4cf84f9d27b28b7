import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type Favourite = Answer<'v2.tower.favourites'>['data']['list'][number];
export type HistoryRow = Answer<'v2.tower.history'>['data']['list'][number];

export function useEncode() {
  return useCallMutation('v2.tower.encode-msg');
}

/** Sends a frame. The mutation resolves when the device has replied or the command has ended. */
export function useSendFrame() {
  const client = useQueryClient();
  return useMutation<Answer<'v2.tower.mqtt-pub-sub'>, ApiError, CallInput<'v2.tower.mqtt-pub-sub'>>(
    {
      mutationFn: (input) => call('v2.tower.mqtt-pub-sub', input),
      onSettled: () => void refetchCalls(client, 'v2.tower.history'),
    },
  );
}

/** Dismisses a frame whose outcome is unknown, so that the device accepts commands again. */
export const useSetAside = () => useSend('v2.tower.history');

export function useFavourites() {
  const client = useQueryClient();
  const followed = () => void refetchCalls(client, 'v2.tower.favourites');
  return {
    list: useCallQuery('v2.tower.favourites', {}, { select: ({ data }) => data.list }),
    add: useCallMutation('v2.tower.favourites.add'),
    forget: useCallMutation('v2.tower.favourites.delete'),
    followed,
  };
}
