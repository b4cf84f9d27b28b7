/** Which of the alarms that stand are on the real-time screen. */
import { type AlarmRow, isSnoozed } from './alarm.ts';

export const LIVE_VIEWS = ['all', 'unhandled'] as const;
export type LiveView = (typeof LIVE_VIEWS)[number];

/** `unhandled`: what waits for somebody now; snoozed alarms come back when their time is over. */
export function shownLive(rows: readonly AlarmRow[], view: LiveView, now: number) {
  return view === 'all' ? rows : rows.filter((row) => !row.handled && !isSnoozed(row, now));
}
