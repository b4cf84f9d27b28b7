/**
 * Builds a tree of devices in two groups, online and offline, with slaves under their gateway
 * (docs/specification/devices.md 5.2 and 5.3). A late device is in the offline group, as the server
 * counts it, with an icon of its own. A gateway includes its slaves regardless of their state; its
 * group depends only on the gateway. The same applies to a breaker or meter of another manufacturer
 * and its further channels. Devices of the hidden kind are omitted.
 */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { inNameOrder } from './name-order.ts';
import type { TreeDevice } from './tree-device.ts';

export type GroupKey = 'online' | 'offline';

export interface DeviceBranch {
  readonly device: TreeDevice;
  readonly slaves: readonly TreeDevice[];
}

export interface DeviceGroup {
  readonly key: GroupKey;
  readonly branches: readonly DeviceBranch[];
}

export interface DeviceForest {
  readonly groups: readonly DeviceGroup[];
  readonly deviceCount: number;
  readonly slaveCount: number;
}

/** Kinds whose slaves are below them. */
const PARENT_KINDS: ReadonlySet<DeviceKind> = new Set(['gateway', 'main', 'meter']);

export function buildForest(devices: readonly TreeDevice[]): DeviceForest {
  const parents = new Set(devices.filter((d) => PARENT_KINDS.has(d.kind)).map((d) => d.code));
  const slavesOf = new Map<string, TreeDevice[]>();
  const top: TreeDevice[] = [];
  let slaveCount = 0;
  for (const device of devices) {
    if (device.kind === 'hidden') continue;
    if (device.kind === 'slave') slaveCount += 1;
    if (device.parentCode !== null && parents.has(device.parentCode)) {
      const siblings = slavesOf.get(device.parentCode) ?? [];
      siblings.push(device);
      slavesOf.set(device.parentCode, siblings);
    } else top.push(device);
  }
  for (const siblings of slavesOf.values()) {
    siblings.sort((a, b) => (a.slaveAddress ?? 0) - (b.slaveAddress ?? 0));
  }
  const branches = inNameOrder(top).map((device) => ({
    device,
    slaves: slavesOf.get(device.code) ?? [],
  }));
  return {
    groups: [
      { key: 'online', branches: branches.filter((b) => b.device.presence === 'online') },
      { key: 'offline', branches: branches.filter((b) => b.device.presence !== 'online') },
    ],
    deviceCount: top.filter((d) => d.kind !== 'slave').length,
    slaveCount,
  };
}

/** Returns the devices whose name, code or type contains every word of the text, sorted by name. */
export function searchDevices(devices: readonly TreeDevice[], text: string): TreeDevice[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return inNameOrder(
    devices.filter((device) => {
      if (device.kind === 'hidden') return false;
      const hay = `${device.name}\n${device.code}\n${device.type}`.toLocaleLowerCase();
      return words.every((word) => hay.includes(word));
    }),
  );
}
