/** Node kinds of the control tree (docs/specification/devices.md 5.3). */
import type { TreeDevice } from './tree-device.ts';

export const DEVICE_CATEGORIES = ['main', 'gateway', 'dtu', 'slave'] as const;
export type DeviceCategory = (typeof DEVICE_CATEGORIES)[number];

/** Returns the devices of the category; a gateway includes its slaves. */
export function devicesOfCategory(
  devices: readonly TreeDevice[],
  category: DeviceCategory | undefined,
): readonly TreeDevice[] {
  if (category === undefined) return devices;
  const wanted = devices.filter(({ kind }) => kind === category);
  if (category !== 'gateway') return wanted;
  const codes = new Set(wanted.map(({ code }) => code));
  const slaves = devices.filter(({ parentCode }) => parentCode !== null && codes.has(parentCode));
  return [...wanted, ...slaves];
}
