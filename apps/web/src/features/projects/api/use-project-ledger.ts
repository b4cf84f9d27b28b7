/** Energy, bill and operation log of a project. */
import { present } from '../../../lib/address/search-params.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import type { FeeSpan } from '../../fees/fees-search.ts';
import { useLogPage } from '../../log/api/use-log.ts';

const MINUTE_MS = 60_000;
/** Max lines per response of the server. */
const MAX_LINES = 10_000;

export interface ProjectEnergyOf {
  readonly project: number;
  readonly span: FeeSpan;
  readonly by: 'day' | 'month';
}

export function useProjectEnergy(
  { project, span, by }: ProjectEnergyOf,
  table: { page: number; size: number },
) {
  const query = { project_id: String(project), date_type: by, ...span };
  return usePages(
    'v2.energy-proj',
    (pn, ps) => ({ query: { ...query, pn, ps } }),
    ({ data }) => data,
    table,
    { refetchInterval: MINUTE_MS },
  );
}

export function useProjectBill(project: number, start: string | undefined) {
  return useCallQuery(
    'v2.project-bill',
    {
      query: {
        project_id: String(project),
        ...(start === undefined ? {} : { start }),
        ps: MAX_LINES,
      },
    },
    { select: ({ data }) => data },
  );
}

/** Operations on the project itself and on the devices of its lamp groups. */
export function useProjectLog(
  project: number,
  { from: start, to: end }: { readonly from?: string; readonly to?: string },
  table: { page: number; size: number },
) {
  return useLogPage(present({ project_id: String(project), start, end }), table);
}
