/**
 * What a tower user's branch is doing, and the only ways from one state to another (the
 * transitions are open in docs/specification/projects.md 5.5; ADR 14 decides them, this table holds
 * them). A state is what was decided; how the breaker really stands is its own report.
 */

/** *Reading*: `manual_to_auto` is manual now, automatic again at an edge of a period or a named time. */
export const CONTROL_MODES = ['auto', 'manual', 'manual_to_auto'] as const;
export type ControlMode = (typeof CONTROL_MODES)[number];

export const USER_STATES = [
  /** Supplied. */
  'on',
  /** Outside of its time periods. */
  'off-period',
  /** Cut while on battery. */
  'cut',
  /** Supply is good again; it must stay so for the hold. */
  'held',
  /** To be supplied; waits for its turn to start. */
  'queued',
  /** As a person, or something else than the tower, has put it. */
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
  // It may have been open for long: supply is to be proven good before it is closed.
  'manual-off': { ...TAKEN, returned: 'held' },
};

/** The state after the event; undefined where the table has none, and nothing may happen. */
export function afterEvent(state: UserState, event: UserEvent): UserState | undefined {
  return USER_TRANSITIONS[state][event];
}

export const isManual = (state: UserState): boolean =>
  state === 'manual-on' || state === 'manual-off';

export function wantsClosed(state: UserState): boolean {
  return state === 'on' || state === 'manual-on';
}

/** Why the branch is as it is. */
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
