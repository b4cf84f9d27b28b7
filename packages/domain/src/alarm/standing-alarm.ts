/** An alarm that has begun and not ended, as cards and the real-time channel tell it. */
import type { AlarmKind, AlarmType, Phase } from './alarm-type.ts';

/** Breakers of the group are held, because a share of them was switched within minutes. */
export const PAUSE_ALARM = 'controlPaused';

/** Two devices use one secret. */
export const CLONED_ALARM = 'clonedCredentials';

/**
 * What the platform itself raises beside what devices report: a clock that cannot be believed, an
 * order whose outcome stays unknown, a group whose breakers are held, a device that is not heard
 * any more, a register that counted what no breaker can carry, a secret that two devices use.
 */
export const PLATFORM_ALARM_TYPES = [
  'clockError',
  'commandUnknown',
  PAUSE_ALARM,
  'deviceOffline',
  'impossibleEnergy',
  CLONED_ALARM,
] as const;

export type StandingAlarmType = AlarmType | (typeof PLATFORM_ALARM_TYPES)[number];

export interface StandingAlarm {
  /** A `StandingAlarmType`, or a word of another version. */
  readonly type: string;
  readonly kind: AlarmKind;
  /** Epoch ms. */
  readonly since: number;
  /** What was measured and the limit it passed, in the unit of the type. */
  readonly value: number | null;
  readonly limit: number | null;
  readonly phase: Phase | null;
}

/** Units of value and limit; a type that is not here tells none. */
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
  impossibleEnergy: 'kWh',
};
