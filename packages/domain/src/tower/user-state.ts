/**
 * State of a tower user's branch, and the only permitted transitions
 * (docs/specification/projects.md 5.5 does not define them; ADR 14 decides them, this table
 * contains them). A state is the decision; the actual position of the breaker is reported by the
 * breaker.
 */

/** *Reading*: `manual_to_auto` is manual until a period boundary or given time, then automatic. */
export const CONTROL_MODES = ['auto', 'manual', 'manual_to_auto'] as const;
export type ControlMode = (typeof CONTROL_MODES)[number];

export const USER_STATES = [
  /** The user is supplied. */
  'on',
  /** The time is outside the user's time periods. */
  'off-period',
  /** The user was cut while on battery. */
  'cut',
  /** Supply is good again, and must remain so for the hold time. */
  'held',
  /** The user is to be supplied and waits for its turn to start. */
  'queued',
  /** The position was set by a person, or by something other than the tower. */
  'manual-on',
  'manual-off',
] as const;
export type UserState = (typeof USER_STATES)[number];

export const USER_EVENTS = [
  'period-begun',
  'period-ended',
  'standby-over',
  'supply-good',
  'supply-bad',
  'hold-over',
  'turn',
  'power-lost',
  'taken-closed',
  'taken-open',
  'returned',
] as const;
export type UserEvent = (typeof USER_EVENTS)[number];

const TAKEN = { 'taken-closed': 'manual-on', 'taken-open': 'manual-off' } as const;

export const USER_TRANSITIONS: Readonly<
  Record<UserState, Readonly<Partial<Record<UserEvent, UserState>>>>
> = {
  on: { ...TAKEN, 'period-ended': 'off-period', 'standby-over': 'cut', 'power-lost': 'held' },
  'off-period': { ...TAKEN, 'period-begun': 'queued' },
  cut: { ...TAKEN, 'period-ended': 'off-period', 'supply-good': 'held' },
  held: { ...TAKEN, 'period-ended': 'off-period', 'supply-bad': 'cut', 'hold-over': 'queued' },
  queued: { ...TAKEN, 'period-ended': 'off-period', 'supply-bad': 'cut', turn: 'on' },
  'manual-on': { ...TAKEN, returned: 'on' },
  // The breaker may have been open for long: supply must be proven good before it is closed.
  'manual-off': { ...TAKEN, returned: 'held' },
};

/** The state after the event; undefined if the table has no such transition: ignore the event. */
export function afterEvent(state: UserState, event: UserEvent): UserState | undefined {
  return USER_TRANSITIONS[state][event];
}

export const isManual = (state: UserState): boolean =>
  state === 'manual-on' || state === 'manual-off';

export function wantsClosed(state: UserState): boolean {
  return state === 'on' || state === 'manual-on';
}

/**
 * Returns true if the breaker is in the position that the new state wants, so that a later difference
 * is the act of a person. In automatic mode a breaker that has not reported (`isClosed` undefined) is
 * in no known position; in manual mode the position of the former state is assumed.
 */
export function isSettled(from: UserState, to: UserState, isClosed: boolean | undefined): boolean {
  if (isClosed === undefined) return isManual(to) && wantsClosed(from) === wantsClosed(to);
  return isClosed === wantsClosed(to);
}

/** Reason for the state of the branch. */
export const USER_CAUSES = [
  'in-time',
  'outside-period',
  'no-standby',
  'minutes-used',
  'energy-used',
  'voltage-low',
  'supply-not-good',
  'supply-good',
  'waits-turn',
  'power-lost',
  'person',
  'moved-elsewhere',
  'returned',
] as const;
export type UserCause = (typeof USER_CAUSES)[number];
