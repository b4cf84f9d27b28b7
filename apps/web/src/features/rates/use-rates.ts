/** The tariffs and their mutations; each mutation refetches the queries that display them. */
import type { Answer } from '../../lib/calls/call-types.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { useSend } from '../../lib/calls/use-send.ts';

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

export const useRateChanges = () => useSend('v2.rates', 'v2.rate', 'v2.devices', 'v2.first-steps');
