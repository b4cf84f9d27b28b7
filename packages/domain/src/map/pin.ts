/** State and load of a device on a map, and the worst of several devices at one point. */
import type { Presence } from '../device/presence.ts';
import { loadBand } from '../load/load-percent.ts';
import { breakerPosition } from '../switch/breaker-position.ts';
import type { SwitchAction } from '../switch/switch-action.ts';

/** Worst first: a cluster shows the first one that occurs in it. */
export const PIN_STATES = [
  'tripped',
  'alarm',
  'offline',
  'locked',
  'open',
  'unknown',
  'closed',
] as const;
export type PinState = (typeof PIN_STATES)[number];

/** Highest first. */
export const PIN_LOADS = ['over', 'high', 'medium', 'low', 'unknown'] as const;
export type PinLoad = (typeof PIN_LOADS)[number];

/** From here on a load is shown as medium. */
export const MEDIUM_LOAD_PERCENT = 50;

export interface PinnedDevice {
  readonly presence: Presence;
  /** Undefined if the device has never reported a switch. */
  readonly action: SwitchAction | undefined;
  readonly alarmCount: number;
  /** Largest phase current in percent of the rated one; null if it is not known. */
  readonly loadPercent: number | null;
}

/** The position of an offline device may have changed since its last report, so it is not shown. */
export function pinState({ presence, action, alarmCount }: PinnedDevice): PinState {
  if (presence === 'offline') return 'offline';
  const position = action === undefined ? 'unknown' : breakerPosition(action);
  if (position === 'tripped') return 'tripped';
  return alarmCount > 0 ? 'alarm' : position;
}

export function pinLoad({ presence, loadPercent }: PinnedDevice): PinLoad {
  if (presence === 'offline' || loadPercent === null) return 'unknown';
  const band = loadBand(loadPercent);
  if (band !== 'normal') return band;
  return loadPercent >= MEDIUM_LOAD_PERCENT ? 'medium' : 'low';
}

/** The load that a pin shows; null if its band is unknown. */
export function shownPercent(device: PinnedDevice): number | null {
  return pinLoad(device) === 'unknown' ? null : device.loadPercent;
}
