/** Per-user setting in this browser: announce new alarms by a banner, by a sound, or both. */
import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';

export const ALERT_CHANNELS = ['banner', 'sound'] as const;
export type AlertWay = (typeof ALERT_CHANNELS)[number];

const listeners = new Set<() => void>();

const nameOf = (userId: number) => `alarm-alerts.${userId}`;

/** The banner defaults to on, the sound to off. */
function alertChannels(userId: number): readonly AlertWay[] {
  const stored = readSetting(nameOf(userId));
  if (stored === null) return ['banner'];
  return ALERT_CHANNELS.filter((way) => stored.split(',').includes(way));
}

export function setAlertWay(userId: number, way: AlertWay, isOn: boolean): void {
  const others = alertChannels(userId).filter((one) => one !== way);
  writeSetting(nameOf(userId), [...others, ...(isOn ? [way] : [])].join(','));
  for (const listener of [...listeners]) listener();
}

export function useAlertWay(userId: number, way: AlertWay): boolean {
  return useSyncExternalStore(subscribe, () => alertChannels(userId).includes(way));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
