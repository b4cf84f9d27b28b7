/** The tabs of the device page and their addresses. */
import { PATHS } from '../../config/paths.ts';

export const DEVICE_TABS = [
  { key: 'overview', to: PATHS.device },
  { key: 'data', to: PATHS.deviceDataTab },
  { key: 'control', to: PATHS.deviceControlTab },
  { key: 'protection', to: PATHS.deviceProtectionTab },
  { key: 'energy', to: PATHS.deviceEnergyTab },
  { key: 'record', to: PATHS.deviceRecordTab },
  { key: 'alarms', to: PATHS.deviceAlarmsTab },
] as const;

export type DeviceTabPath = (typeof DEVICE_TABS)[number]['to'];

/** Search parameters that belong to one device and are dropped when another one is chosen. */
const OF_ONE_DEVICE = new Set(['page', 'day', 'timers', 'alarm', 'at', 'from', 'to']);

/** The search parameters that stay when another device is chosen. */
export function searchForOther(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !OF_ONE_DEVICE.has(name)));
}
