/** Kinds of device (docs/specification/devices.md 5.3) and states by which the tree is filtered. */
import { isLocked, isTrip, SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import type { TreeDevice } from './tree-device.ts';

export const DEVICE_KINDS = ['main', 'gateway', 'dtu', 'slave'] as const;
export const DEVICE_STATES = ['position-open', 'fault', 'locked', 'alarm', 'silent'] as const;
export type DeviceCategory = (typeof DEVICE_KINDS)[number] | (typeof DEVICE_STATES)[number];

const STATE_RULES: Readonly<
  Record<(typeof DEVICE_STATES)[number], (device: TreeDevice) => boolean>
> = {
  'position-open': ({ action }) => action !== undefined && !SWITCH_TABLE[action].closed,
  fault: ({ action }) => action !== undefined && isTrip(action),
  locked: ({ action }) => action !== undefined && isLocked(action),
  alarm: ({ alarmCount }) => alarmCount > 0,
  silent: ({ presence }) => presence !== 'online',
};

export const isState = (category: DeviceCategory | undefined): boolean =>
  category !== undefined && category in STATE_RULES;

/** Returns the devices of the category; the kind of gateways includes their slaves. */
export function devicesOfCategory(
  devices: readonly TreeDevice[],
  category: DeviceCategory | undefined,
): readonly TreeDevice[] {
  if (category === undefined) return devices;
  if (category in STATE_RULES)
    return devices.filter(STATE_RULES[category as keyof typeof STATE_RULES]);
  const wanted = devices.filter(({ kind }) => kind === category);
  if (category !== 'gateway') return wanted;
  const codes = new Set(wanted.map(({ code }) => code));
  const slaves = devices.filter(({ parentCode }) => parentCode !== null && codes.has(parentCode));
  return [...wanted, ...slaves];
}
