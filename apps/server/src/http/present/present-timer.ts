/**
 * The state of a timer: whether device or server runs it, whether the device holds it, and the
 * result of the last run.
 */
import { currentStateOf, timerHolder } from '@busbar/domain/timer/timer-holder';
import type { TimerRow } from '../../areas/control/timers/timer-list-queries.ts';

export function stateOfTimer(row: TimerRow) {
  const table =
    row.table_state === null ? undefined : { state: row.table_state, held: row.held ?? undefined };
  // A device knows the time, not the position of the sun.
  const runBy = row.sun === null ? timerHolder(row.kind, table) : 'server';
  const own = {
    id: row.id,
    address: row.address ?? undefined,
    days: row.days,
    at: row.clock_time,
    to: row.switch_order,
  };
  const isHeldThere = runBy === 'device' && table !== undefined;
  return {
    runBy,
    held: isHeldThere ? currentStateOf(own, row.enabled, table) : null,
    heldReason: row.sun === null ? row.table_reason : null,
    heldTs: isHeldThere ? row.held_at : null,
  };
}

/**
 * Result of the last run: a command state, or refused, missed, done (reported by the device),
 * device (not reported).
 */
export function lastRunOf(row: TimerRow): { result: string | null; reason: string | null } {
  const { result, reason, command_state, command_reason, reported_at } = row;
  if (result === 'ordered') return { result: command_state, reason: command_reason };
  const isDone = result === 'device' && reported_at !== null;
  return { result: isDone ? 'done' : result, reason };
}
