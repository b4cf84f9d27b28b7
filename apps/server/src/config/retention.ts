/**
 * Retention of each kind of data, in days. The ledger (days of energy, bills, adjustments) has no
 * entry here: it is retained forever.
 */
import { RETENTION_BOUNDS, type RetentionKind } from '@busbar/domain/configuration/sections';

export interface Retention extends Readonly<Record<RetentionKind, number>> {
  /** Raw measurements; older ones are downsampled to quarter hours. */
  readonly readings: number;
  /** Raw registers: energy can be explained, corrected and recalculated for this long. */
  readonly registers: number;
  /** Raw answers of meters on lines: their readings can be decoded again for this long. */
  readonly rawWords: number;
  /** Downsampled readings. */
  readonly quarters: number;
  /** Reports of devices and their consequences: switch events, connections, alarms, outages. */
  readonly events: number;
  /** Commands and their steps, batch commands, template runs. */
  readonly commands: number;
  /** The audit trail, including the operation log. */
  readonly operationLog: number;
  /** Rejected messages, conflicting readings, rejected times. */
  readonly rejected: number;
  /** Notifications of users. */
  readonly notifications: number;
  /** Data queued for a forwarding receiver that is unavailable. */
  readonly forwarding: number;
}

/** `whole` reads an integer from the environment and checks its bounds. */
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
    rawWords: days('KEEP_RAW_WORDS_DAYS', 'rawWords'),
    quarters: days('KEEP_QUARTERS_DAYS', 'quarters'),
    events: days('KEEP_EVENTS_DAYS', 'events'),
    commands: days('KEEP_COMMANDS_DAYS', 'commands'),
    operationLog: days('KEEP_LOG_DAYS', 'operationLog'),
    rejected: days('KEEP_REJECTED_DAYS', 'rejected'),
    notifications: days('KEEP_NOTIFICATIONS_DAYS', 'notifications'),
    forwarding: days('KEEP_FORWARDING_DAYS', 'forwarding'),
  };
}
