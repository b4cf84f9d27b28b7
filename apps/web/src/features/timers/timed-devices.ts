import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { isMeterChannel } from '../../device-kit/use-channel.ts';

/** Devices that a timer can switch: the slaves of a gateway, or a breaker and its channels. */
export function timedDevices(
  device: TreeDevice,
  slaves: readonly TreeDevice[],
): readonly TreeDevice[] {
  const sorted = slaves.filter((slave) => !isMeterChannel(slave)).toSorted(byAddress);
  if (device.kind === 'gateway') return sorted;
  return device.kind === 'main' ? [device, ...sorted] : [device];
}

const byAddress = (one: TreeDevice, other: TreeDevice): number =>
  (one.slaveAddress ?? 0) - (other.slaveAddress ?? 0);
