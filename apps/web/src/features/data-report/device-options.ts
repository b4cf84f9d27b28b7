/** Devices as select options: sorted by name, slaves after their gateway. */
import { buildForest } from '../../components/device-tree/build-tree.ts';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';

interface DeviceOption {
  /** Device code. */
  readonly value: string;
  readonly label: string;
  readonly title: string;
  /** Text that the search matches. */
  readonly found: string;
}

export function deviceOptions(devices: readonly TreeDevice[]): DeviceOption[] {
  return buildForest(devices)
    .groups.flatMap(({ branches }) => branches)
    .flatMap(({ device, slaves }) => [device, ...slaves])
    .map(({ code, name, type }) => ({
      value: code,
      label: name,
      title: code,
      found: `${name} ${code} ${type}`.toLocaleLowerCase(),
    }));
}
