/** Selects the active alarms for the real-time screen. */
import { type AlarmRow, isSnoozed } from '../../device-kit/alarm.ts';

export const LIVE_VIEWS = ['all', 'unhandled'] as const;
export type LiveView = (typeof LIVE_VIEWS)[number];

/** `unhandled`: alarms that need attention now; snoozed alarms return when the snooze expires. */
export function shownLive(rows: readonly AlarmRow[], view: LiveView, now: number) {
  return view === 'all' ? rows : rows.filter((row) => !row.handled && !isSnoozed(row, now));
}
