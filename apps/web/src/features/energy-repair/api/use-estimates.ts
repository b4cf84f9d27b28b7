/** Days with estimated energy, page by page. */
import type { Answer } from '../../../lib/calls/call-types.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import type { RepairSearch } from '../repair-search.ts';

export type EstimatedDay = Answer<'v2.energy-estimates'>['data']['list'][number];

const MINUTE_MS = 60_000;

export function useEstimates(
  { from, to, group, kind, corrected }: RepairSearch,
  table: { page: number; size: number },
  isWanted: boolean,
) {
  const query = {
    ...(from === undefined || to === undefined ? {} : { start: from, end: to }),
    ...(group === undefined ? {} : { group_id: String(group) }),
    ...(kind === undefined ? {} : { kind }),
    ...(corrected === undefined ? {} : { corrected: true }),
  };
  return usePages(
    'v2.energy-estimates',
    (pn, ps) => ({ query: { ...query, pn, ps } }),
    ({ data }) => data,
    table,
    { enabled: isWanted, refetchInterval: MINUTE_MS },
  );
}
