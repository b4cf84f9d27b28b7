/**
 * The thirteen switch actions: why a breaker stands as it stands, and what
 * that permits. One table for server, screen, simulator and device
 * (docs/specification/control.md 2.1 and 2.2; device protocol, "Switch
 * states"). Whether a permitted order is wise at this moment (busy, offline,
 * too soon) is not decided here.
 */
export const SWITCH_ACTIONS = [
  'openByManual',
  'openByCommand',
  'openByFault',
  'openByPowerlost',
  'openByTimer',
  'openByLeak',
  'closeByManual',
  'closeByCommand',
  'closeAutomatic',
  'closeByTimer',
  'lockByCommand',
  'lockByFault',
  'lockByOrg',
] as const;

export type SwitchAction = (typeof SWITCH_ACTIONS)[number];

export interface SwitchRow {
  /** The contact conducts. */
  readonly closed: boolean;
  /** A remote close may be ordered; null when there is nothing left to close. */
  readonly closeAllowed: boolean | null;
  readonly lockAllowed: boolean;
  readonly unlockAllowed: boolean;
  /** A padlock or a fault holds the breaker; no command lifts it. */
  readonly lockedOnSite?: true;
}

const OPENED_BY_HAND: SwitchRow = {
  closed: false,
  closeAllowed: false,
  lockAllowed: true,
  unlockAllowed: false,
};
const OPENED: SwitchRow = {
  closed: false,
  closeAllowed: true,
  lockAllowed: true,
  unlockAllowed: false,
};
const CLOSED: SwitchRow = {
  closed: true,
  closeAllowed: null,
  lockAllowed: true,
  unlockAllowed: false,
};
const LOCKED_REMOTELY: SwitchRow = {
  closed: false,
  closeAllowed: false,
  lockAllowed: false,
  unlockAllowed: true,
};
const LOCKED_ON_SITE: SwitchRow = {
  closed: false,
  closeAllowed: false,
  lockAllowed: false,
  unlockAllowed: false,
  lockedOnSite: true,
};

export const SWITCH_TABLE: Readonly<Record<SwitchAction, SwitchRow>> = {
  openByManual: OPENED_BY_HAND,
  openByCommand: OPENED,
  openByFault: OPENED,
  openByPowerlost: OPENED,
  openByTimer: OPENED,
  openByLeak: OPENED,
  closeByManual: CLOSED,
  closeByCommand: CLOSED,
  closeAutomatic: CLOSED,
  closeByTimer: CLOSED,
  lockByCommand: LOCKED_REMOTELY,
  lockByFault: LOCKED_ON_SITE,
  lockByOrg: LOCKED_ON_SITE,
};

/** The device status values of the control page. */
export const DISPLAY_STATUSES = [
  'commandOn',
  'commandOff',
  'timerOn',
  'timerOff',
  'openByManualOn',
  'openByManualOff',
  'commandLocked',
] as const;

export type DisplayStatus = (typeof DISPLAY_STATUSES)[number];

const DISPLAY_STATUS: Readonly<Partial<Record<SwitchAction, DisplayStatus>>> = {
  closeByCommand: 'commandOn',
  openByCommand: 'commandOff',
  closeByTimer: 'timerOn',
  openByTimer: 'timerOff',
  closeByManual: 'openByManualOn',
  openByManual: 'openByManualOff',
  lockByCommand: 'commandLocked',
};

/** The control page's own name of a state; undefined for the six it has no name for. */
export function displayStatus(action: SwitchAction): DisplayStatus | undefined {
  return DISPLAY_STATUS[action];
}

/** Own keys only, so that `constructor` and its like are no switch actions. */
export function isSwitchAction(value: unknown): value is SwitchAction {
  return typeof value === 'string' && Object.hasOwn(SWITCH_TABLE, value);
}
