import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';

export type ProjectTimer = Answer<'v2.project-timers'>['data']['list'][number];
export type TimerGroup = Answer<'v2.project-timer'>['data']['list'][number];

/** Poll interval; a run that the platform only records sends no event. */
const REFRESH_MS = 30_000;

export function useProjectTimers(project: number) {
  return useCallQuery(
    'v2.project-timers',
    { query: { project_id: String(project) } },
    { select: ({ data }) => data.list, refetchInterval: REFRESH_MS },
  );
}

/** One timer with its lamp groups. */
export function useProjectTimer(id: number) {
  return useCallQuery(
    'v2.project-timer',
    { params: { id: String(id) } },
    { select: ({ data }) => data, refetchInterval: REFRESH_MS },
  );
}

export const useProjectTimerChanges = () =>
  useSend('v2.project-timers', 'v2.project-timer', 'v1.task.find');
