/**
 * The real-time list (docs/specification/alarms.md 5.2): active alarms, most urgent first, then
 * newest first. Each event changes one row, so that the others keep their position and the focus.
 */
import type { AlarmChangeMessage } from '@busbar/contract/realtime';
import type { AlarmRow } from '../../device-kit/alarm.ts';

/** Maximum number of rows; the count above the list includes the rest. */
export const MAX_LIVE_ROWS = 200;

export function compareLive(a: AlarmRow, b: AlarmRow): number {
  return a.priority - b.priority || b.opened_at - a.opened_at || b.id - a.id;
}

export interface LiveList {
  readonly rows: readonly AlarmRow[];
  /** Number of all active alarms, including those that are not in `rows`. */
  readonly total: number;
}

/** The list after one event; returns the same object if nothing changes. */
export function liveAfter(list: LiveList, { change, alarm }: AlarmChangeMessage): LiveList {
  const known = list.rows.some(({ id }) => id === alarm.id);
  const others = known ? list.rows.filter(({ id }) => id !== alarm.id) : list.rows;
  if (change === 'deleted' || change === 'ended' || alarm.ended_at !== null) {
    return known ? { rows: others, total: list.total - 1 } : list;
  }
  const at = others.findIndex((other) => compareLive(alarm, other) < 0);
  const rows = others.toSpliced(at < 0 ? others.length : at, 0, alarm);
  return {
    rows: rows.slice(0, MAX_LIVE_ROWS),
    total: list.total + (change === 'opened' && !known ? 1 : 0),
  };
}
