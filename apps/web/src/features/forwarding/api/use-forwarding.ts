import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import {
  callKey,
  refetchCalls,
  useCallMutation,
  useCallQuery,
} from '../../../lib/calls/use-call.ts';

export type ForwardingStatus = Answer<'v2.forwarding'>['data'];
export type Delivery = Answer<'v2.forwarding-deliveries'>['data']['list'][number];
export type DeadBatch = Answer<'v2.forwarding-dead'>['data']['list'][number];

/** Poll interval; a batch is sent within one or two seconds. */
const WATCHED_MS = 5_000;

export function useForwarding() {
  return useCallQuery(
    'v2.forwarding',
    {},
    { refetchInterval: WATCHED_MS, select: ({ data }) => data },
  );
}

export function useForwardingChanges() {
  const client = useQueryClient();
  return {
    change: useCallMutation('v2.forwarding.change'),
    test: useCallMutation('v2.forwarding.test'),
    /** The response to a change contains the new status. */
    keep: ({ msg, data }: Answer<'v2.forwarding.change'>) =>
      client.setQueryData(callKey('v2.forwarding', {}), { msg, data: data.status }),
    followed: () =>
      refetchCalls(client, 'v2.forwarding', 'v2.forwarding-deliveries', 'v2.api-keys'),
  };
}

export function useDeliveries(page: number, size: number) {
  const query = useCallQuery(
    'v2.forwarding-deliveries',
    { query: { pn: page, ps: size } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: WATCHED_MS,
      select: ({ data }) => data,
    },
  );
  return {
    ...query,
    readPage: async (pn: number, ps: number) => {
      const { data } = await call('v2.forwarding-deliveries', { query: { pn, ps } });
      return { rows: data.list, total: data.total };
    },
  };
}

export function useDeadBatches(page: number, size: number) {
  return useCallQuery(
    'v2.forwarding-dead',
    { query: { pn: page, ps: size } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: WATCHED_MS,
      select: ({ data }) => data,
    },
  );
}

export function useReplay() {
  const client = useQueryClient();
  return {
    replay: useCallMutation('v2.forwarding-dead.replay'),
    followed: () => refetchCalls(client, 'v2.forwarding', 'v2.forwarding-dead'),
  };
}
