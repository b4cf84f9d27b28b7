import { keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type LampGroup = Answer<'v2.device-lamps'>['data']['list'][number];

/** Max rows per response of the server. */
const MAX_GROUPS = 10_000;

export function useLampGroupPage(project: number, page: number, size: number) {
  const query = { project_id: String(project) };
  return {
    ...useCallQuery(
      'v2.device-lamps',
      { query: { ...query, pn: page, ps: size } },
      { placeholderData: keepPreviousData, select: ({ data }) => data },
    ),
    readPage: async (at: number, rows: number) => {
      const { data } = await call('v2.device-lamps', { query: { ...query, pn: at, ps: rows } });
      return { rows: data.list, total: data.total };
    },
  };
}

/** All lamp groups of a project, as options. */
export function useLampGroups(project: number) {
  return useCallQuery(
    'v2.device-lamps',
    { query: { project_id: String(project), ps: MAX_GROUPS } },
    { select: ({ data }) => data.list },
  );
}

export const useLampGroupChanges = () =>
  useSend('v2.device-lamps', 'v2.projects', 'v2.project-board');
