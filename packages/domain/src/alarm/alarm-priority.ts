/**
 * Which alarm is looked at first: 1 a person or the plant is in danger or without power, 2 damage
 * follows if nobody looks, 3 to be looked at today, 4 to be known. The real-time list sorts by it.
 */
import type { StandingAlarmType } from './standing-alarm.ts';

export const ALARM_PRIORITIES = [1, 2, 3, 4] as const;

export type AlarmPriority = (typeof ALARM_PRIORITIES)[number];

const PRIORITY: Readonly<Record<StandingAlarmType, AlarmPriority>> = {
  electricLeakage: 1,
  powerOutage: 1,
  phaseLoss: 1,
  overTemp: 1,
  commandUnknown: 1,
  clonedCredentials: 1,
  overCurrent: 2,
  overLoad: 2,
  overVoltage: 2,
  underVoltage: 2,
  antiTamper: 2,
  deviceOffline: 2,
  controlPaused: 2,
  dryContact1: 2,
  dryContact2: 2,
  phaseUnbalance: 3,
  lampFault: 3,
  clockError: 3,
  impossibleEnergy: 3,
  energyLevel: 4,
};

/** A word of another version comes last. */
export function alarmPriority(type: string): AlarmPriority {
  return Object.hasOwn(PRIORITY, type) ? PRIORITY[type as StandingAlarmType] : 4;
}
