/** The tariffs and their mutations; each mutation refetches the queries that display them. */
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../lib/calls/use-call.ts';

export type RateRow = Answer<'v2.rates'>['data'][number];
export type WholeRate = Answer<'v2.rate'>['data'];
export type RateVersion = WholeRate['versions'][number];

export function useWholeRate(id: number | undefined) {
  return useCallQuery(
    'v2.rate',
    { params: { id: String(id ?? 0) } },
    { enabled: id !== undefined, select: ({ data }) => data },
  );
}

export function useRateChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.rate.add'),
    change: useCallMutation('v2.rate.change'),
    remove: useCallMutation('v2.rate.delete'),
    withdraw: useCallMutation('v2.rate.version.withdraw'),
    refetch: () => refetchCalls(client, 'v2.rates', 'v2.rate', 'v2.devices'),
  };
}
