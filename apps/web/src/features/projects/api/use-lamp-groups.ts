import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';

export type LampGroup = Answer<'v2.device-lamps'>['data']['list'][number];

/** Max rows per response of the server. */
const MOST_GROUPS = 10_000;

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
    { query: { project_id: String(project), ps: MOST_GROUPS } },
    { select: ({ data }) => data.list },
  );
}

export function useLampGroupChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.device-lamp.add'),
    change: useCallMutation('v2.device-lamp.change'),
    remove: useCallMutation('v2.device-lamp.delete'),
    followed: () => refetchCalls(client, 'v2.device-lamps', 'v2.projects', 'v2.project-board'),
  };
}
