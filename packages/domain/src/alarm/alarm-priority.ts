/**
 * Priorities of alarms: 1 danger to people or plant, or a power loss; 2 damage follows without
 * action; 3 needs attention today; 4 for information. The real-time list is sorted by priority.
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

/** A type of another version has the lowest priority. */
export function alarmPriority(type: string): AlarmPriority {
  return Object.hasOwn(PRIORITY, type) ? PRIORITY[type as StandingAlarmType] : 4;
}
