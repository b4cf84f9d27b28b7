/**
 * How long each kind of data is kept, in days. The ledger (days of energy, bills, adjustments) has
 * no row here: it is kept for ever.
 */
import { RETENTION_BOUNDS, type RetentionKind } from '@busbar/domain/configuration/sections';

export interface Retention extends Readonly<Record<RetentionKind, number>> {
  /** Measurements as they came; what is older is thinned to quarter hours. */
  readonly readings: number;
  /** Registers as they came: as long as that, energy can be explained, corrected and folded anew. */
  readonly registers: number;
  /** Thinned readings. */
  readonly quarters: number;
  /** What devices reported and what became of it: switch events, connections, alarms, outages. */
  readonly events: number;
  /** Commands and their steps, orders to groups, runs of templates. */
  readonly commands: number;
  /** The audit trail with the operation log in it. */
  readonly operationLog: number;
  /** Messages that were refused, readings in conflict, times that were refused. */
  readonly rejected: number;
  /** Notifications of people. */
  readonly notifications: number;
  /** What waits for a receiver of forwarding that is away. */
  readonly forwarding: number;
}

/** `whole` reads a whole number of the environment within its bounds. */
export function readRetention(
  whole: (name: string, fallback: number, min: number, max: number) => number,
): Retention {
  const days = (variable: string, kind: RetentionKind): number => {
    const { usual, least, most } = RETENTION_BOUNDS[kind];
    return whole(variable, usual, least, most);
  };
  return {
    readings: days('KEEP_READINGS_DAYS', 'readings'),
    registers: days('KEEP_REGISTERS_DAYS', 'registers'),
    quarters: days('KEEP_QUARTERS_DAYS', 'quarters'),
    events: days('KEEP_EVENTS_DAYS', 'events'),
    commands: days('KEEP_COMMANDS_DAYS', 'commands'),
    operationLog: days('KEEP_LOG_DAYS', 'operationLog'),
    rejected: days('KEEP_REJECTED_DAYS', 'rejected'),
    notifications: days('KEEP_NOTIFICATIONS_DAYS', 'notifications'),
    forwarding: days('KEEP_FORWARDING_DAYS', 'forwarding'),
  };
}
