import { useQueryClient } from '@tanstack/react-query';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import {
  callKey,
  refetchCalls,
  useCallMutation,
  useCallQuery,
} from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

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

/** The response to a change contains the new status. */
export function useForwardingChange() {
  const client = useQueryClient();
  const send = useSend();
  return async (body: CallInput<'v2.forwarding.change'>['body']) => {
    const { msg, data } = await send('v2.forwarding.change', { body });
    client.setQueryData(callKey('v2.forwarding', {}), { msg, data: data.status });
    return data;
  };
}

export function useForwardingTest() {
  const client = useQueryClient();
  return {
    test: useCallMutation('v2.forwarding.test'),
    followed: () =>
      refetchCalls(client, 'v2.forwarding', 'v2.forwarding-deliveries', 'v2.api-keys'),
  };
}

interface PageOf {
  readonly page: number;
  readonly size: number;
}

const watched = { refetchInterval: WATCHED_MS };

export const useDeliveries = (table: PageOf) =>
  usePages(
    'v2.forwarding-deliveries',
    (pn, ps) => ({ query: { pn, ps } }),
    ({ data }) => data,
    table,
    watched,
  );

export const useDeadBatches = (table: PageOf) =>
  usePages(
    'v2.forwarding-dead',
    (pn, ps) => ({ query: { pn, ps } }),
    ({ data }) => data,
    table,
    watched,
  );

export const useReplay = () => useSend('v2.forwarding', 'v2.forwarding-dead');
