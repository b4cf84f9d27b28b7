/** Energy, bill and operation log of a project. */
import { keepPreviousData } from '@tanstack/react-query';
import { present } from '../../../lib/address/search-params.ts';
import { call } from '../../../lib/calls/api-client.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useLogPage } from '../../log/api/use-log.ts';

const MINUTE_MS = 60_000;
/** Max lines per response of the server. */
const MAX_LINES = 10_000;

export interface ProjectEnergyOf {
  readonly project: number;
  readonly days: number;
  readonly by: 'day' | 'month';
}

export function useProjectEnergy(
  { project, days, by }: ProjectEnergyOf,
  page: number,
  size: number,
) {
  const query = { project_id: String(project), date_type: by, days };
  return {
    ...useCallQuery(
      'v2.energy-proj',
      { query: { ...query, pn: page, ps: size } },
      {
        placeholderData: keepPreviousData,
        refetchInterval: MINUTE_MS,
        select: ({ data }) => data,
      },
    ),
    readPage: async (at: number, rows: number) => {
      const { data } = await call('v2.energy-proj', { query: { ...query, pn: at, ps: rows } });
      return { rows: data.list, total: data.total };
    },
  };
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
  span: { readonly from: string | undefined; readonly to: string | undefined },
  page: number,
  size: number,
) {
  const filters = { project_id: String(project), start: span.from, end: span.to };
  return useLogPage(present(filters), page, size);
}
