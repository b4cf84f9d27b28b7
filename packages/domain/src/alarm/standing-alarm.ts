/** An open alarm, as shown on cards and sent on the real-time channel. */
import type { AlarmKind, AlarmType, Phase } from './alarm-type.ts';
import { DRY_CONTACT_ALARMS } from './dry-contact.ts';

/**
 * Commands to the group are paused, because a large share of its breakers was switched within
 * minutes.
 */
export const PAUSE_ALARM = 'controlPaused';

/** Two devices use the same secret. */
export const CLONED_ALARM = 'clonedCredentials';

/**
 * Alarms raised by the platform in addition to those of the devices: an implausible device clock, a
 * command with an unknown outcome, a group with paused commands, a device that went offline, a
 * register step that exceeds the capacity of any breaker, a secret that two devices use, a dry
 * contact that is not in its normal position.
 */
export const PLATFORM_ALARM_TYPES = [
  'clockError',
  'commandUnknown',
  PAUSE_ALARM,
  'deviceOffline',
  'impossibleEnergy',
  CLONED_ALARM,
  ...DRY_CONTACT_ALARMS,
] as const;

export type StandingAlarmType = AlarmType | (typeof PLATFORM_ALARM_TYPES)[number];

export interface StandingAlarm {
  /** A `StandingAlarmType`, or the type of another version. */
  readonly type: string;
  readonly kind: AlarmKind;
  /** Epoch ms. */
  readonly since: number;
  /** The measured value and the limit it passed, in the unit of the type. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly phase: Phase | null;
  /**
   * The cause in addition to the values, e.g. the name of a dry contact or `2 lamps`; usually
   * empty.
   */
  readonly detail: string;
}

/** Units of value and limit; other types have none, or a count (`lampFault`: lamps). */
export const ALARM_UNITS: Readonly<Partial<Record<StandingAlarmType, string>>> = {
  phaseUnbalance: '%',
  phaseLoss: 'V',
  overLoad: 'kW',
  overCurrent: 'A',
  underVoltage: 'V',
  overVoltage: 'V',
  overTemp: '°C',
  powerOutage: 'V',
  electricLeakage: 'mA',
  antiTamper: '%',
  energyLevel: 'kWh',
  impossibleEnergy: 'kWh',
};
