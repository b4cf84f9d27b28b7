/** Row height of tables that have none of their own, stored in this browser. */
import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';
import { DENSITIES, type Density } from './table-search.ts';

const SETTING = 'table-density';
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function defaultDensity(): Density {
  const stored = readSetting(SETTING);
  return DENSITIES.find((one) => one === stored) ?? 'standard';
}

export function setDefaultDensity(density: Density): void {
  writeSetting(SETTING, density === 'standard' ? null : density);
  for (const listener of [...listeners]) listener();
}

export const useDefaultDensity = (): Density => useSyncExternalStore(subscribe, defaultDensity);
