/** What is said of a timer at its device: who runs it, whether it is held there, how it last went. */
import { standingOf, timerHolder } from '@busbar/domain/timer/timer-holder';
import type { TimerRow } from '../areas/control/timers/timer-list-repository.ts';

export function standingOfTimer(row: TimerRow) {
  const table =
    row.table_state === null ? undefined : { state: row.table_state, held: row.held ?? undefined };
  // A device knows the clock, not the sun.
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
    held: isHeldThere ? standingOf(own, row.enabled, table) : null,
    heldReason: row.sun === null ? row.table_reason : null,
    heldTs: isHeldThere ? row.held_at : null,
  };
}

/** A state of its command, or refused, missed, done (the device reported it), device (it did not). */
export function lastRunOf(row: TimerRow): { result: string | null; reason: string | null } {
  const { result, reason, command_state, command_reason, reported_at } = row;
  if (result === 'ordered') return { result: command_state, reason: command_reason };
  const isDone = result === 'device' && reported_at !== null;
  return { result: isDone ? 'done' : result, reason };
}
