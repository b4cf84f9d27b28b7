import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type LampGroup = Answer<'v2.device-lamps'>['data']['list'][number];

/** Max rows per response of the server. */
const MAX_GROUPS = 10_000;

export function useLampGroupPage(project: number, table: { page: number; size: number }) {
  return usePages(
    'v2.device-lamps',
    (pn, ps) => ({ query: { project_id: String(project), pn, ps } }),
    ({ data }) => data,
    table,
  );
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
