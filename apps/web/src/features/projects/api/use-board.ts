/** Live board of a project. */
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { live } from '../../../realtime/live-query.ts';
import { boardAfterEvent } from '../board/board-rows.ts';

/** Minimum refetch interval after alarm events, which do not contain the alarm counts. */
const ALARM_PAUSE_MS = 5_000;
/** 5 Hz: faster than a person can read, and leaves 200 ms for rendering. */
const GATHER_MS = 200;

const LIVE = live(boardAfterEvent, { gatherMs: GATHER_MS, pauseMs: ALARM_PAUSE_MS });

export function useBoard(project: number) {
  return useCallQuery(
    'v2.project-board',
    { query: { project_id: String(project) } },
    { ...LIVE, select: ({ data }) => data.list },
  );
}

export function useCheckNow() {
  return useCallMutation('v2.project-check');
}
