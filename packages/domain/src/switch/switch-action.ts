/**
 * The thirteen switch actions: the cause of a breaker's position, and the commands it permits. One
 * table for server, screen, simulator and device (docs/specification/control.md 2.1 and 2.2; device
 * protocol, "Switch states"). Temporary conditions (busy, offline, too soon) are not checked here.
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
  /** True if the contact conducts. */
  readonly closed: boolean;
  /** True if remote closing is allowed; null if the breaker is already closed. */
  readonly closeAllowed: boolean | null;
  readonly lockAllowed: boolean;
  readonly unlockAllowed: boolean;
  /** True if a padlock or a fault locks the breaker, so that no command can unlock it. */
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

/** Device status values of the control page. */
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

/** The control page's name of a state; undefined for the six states without a name. */
export function displayStatus(action: SwitchAction): DisplayStatus | undefined {
  return DISPLAY_STATUS[action];
}

/** Checks own keys only, so that names such as `constructor` are not switch actions. */
export function isSwitchAction(value: unknown): value is SwitchAction {
  return typeof value === 'string' && Object.hasOwn(SWITCH_TABLE, value);
}

const TRIPS: ReadonlySet<SwitchAction> = new Set(['openByFault', 'openByLeak', 'lockByFault']);

/** True if a protection opened the breaker: over-current, earth leakage and the like. */
export const isTrip = (action: SwitchAction): boolean => TRIPS.has(action);

/** True if the breaker is locked open, by a command, by a fault or on site. */
export const isLocked = (action: SwitchAction): boolean => action.startsWith('lock');
