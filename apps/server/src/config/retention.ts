/**
 * How long each kind of data is kept, in days. The ledger (days of energy, bills, adjustments) has
 * no row here: it is kept for ever.
 */
export interface Retention {
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

/** Registers are accepted for 400 days; a day must be whole before its registers go. */
const LEAST_REGISTERS = 401;
/** The audit trail is kept for a year at least; the database itself refuses to forget more. */
const LEAST_AUDIT = 366;
const TEN_YEARS = 3660;
const MOST = 36_600;

type Bounds = readonly [variable: string, usual: number, least: number];

const BOUNDS: Readonly<Record<keyof Retention, Bounds>> = {
  readings: ['KEEP_READINGS_DAYS', 400, 31],
  registers: ['KEEP_REGISTERS_DAYS', 762, LEAST_REGISTERS],
  quarters: ['KEEP_QUARTERS_DAYS', TEN_YEARS, LEAST_REGISTERS],
  events: ['KEEP_EVENTS_DAYS', 1100, 31],
  commands: ['KEEP_COMMANDS_DAYS', 1100, 31],
  operationLog: ['KEEP_LOG_DAYS', 1100, LEAST_AUDIT],
  rejected: ['KEEP_REJECTED_DAYS', 90, 1],
  notifications: ['KEEP_NOTIFICATIONS_DAYS', 90, 1],
  forwarding: ['KEEP_FORWARDING_DAYS', 90, 1],
};

/** `whole` reads a whole number of the environment within its bounds. */
export function readRetention(
  whole: (name: string, fallback: number, min: number, max: number) => number,
): Retention {
  const days = ([name, usual, least]: Bounds): number => whole(name, usual, least, MOST);
  return {
    readings: days(BOUNDS.readings),
    registers: days(BOUNDS.registers),
    quarters: days(BOUNDS.quarters),
    events: days(BOUNDS.events),
    commands: days(BOUNDS.commands),
    operationLog: days(BOUNDS.operationLog),
    rejected: days(BOUNDS.rejected),
    notifications: days(BOUNDS.notifications),
    forwarding: days(BOUNDS.forwarding),
  };
}
