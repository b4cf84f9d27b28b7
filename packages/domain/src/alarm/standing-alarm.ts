/** An alarm that has begun and not ended, as cards and the real-time channel show it. */
import type { AlarmKind, AlarmType, Phase } from './alarm-type.ts';
import { DRY_CONTACT_ALARMS } from './dry-contact.ts';

/** Breakers of the group are held, because a share of them was switched within minutes. */
export const PAUSE_ALARM = 'controlPaused';

/** Two devices use one secret. */
export const CLONED_ALARM = 'clonedCredentials';

/**
 * Alarms that the platform raises beside those of the devices: an implausible device clock, a
 * command whose outcome stays unknown, a group whose breakers are held, a device that went offline,
 * a register step that no breaker can carry, a secret that two devices use, a dry contact that is not in its normal position.
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
  /** What was measured and the limit it passed, in the unit of the type. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly phase: Phase | null;
  /** The cause beside the figures: the name of a dry contact, `2 lamps`; mostly empty. */
  readonly detail: string;
}

/** Units of value and limit; the other types have none, or count (`lampFault`: lamps). */
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
