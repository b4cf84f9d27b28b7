import { createContext, use } from 'react';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { useSwitchedName } from '../../device-kit/use-channel.ts';

/** Display names of selectable devices by code: a lamp group's name replaces its breaker's. */
export const ShownNames = createContext<ReadonlyMap<string, string>>(new Map());

/** Returns a function for the name under which a selectable device is shown. */
export function useShownName(): (device: Pick<TreeDevice, 'code' | 'name' | 'channel'>) => string {
  const names = use(ShownNames);
  const switchedName = useSwitchedName();
  return (device) => names.get(device.code) ?? switchedName(device);
}
