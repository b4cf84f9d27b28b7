/** Faults of a meter's counters, for the meters of devices and those behind a DTU. */
import type { Meter } from './meter.ts';

export const METER_FAULTS = {
  'counter-reset': (meter, now) => meter.reset(now),
  'counter-step-back': (meter) => meter.stepBack(),
  'counter-rollover': (meter, now) => meter.nearRollover(now),
  'meter-swap': (meter, now) => meter.replace(now),
} as const satisfies Readonly<Record<string, (meter: Meter, now: number) => void>>;

export type MeterFaultName = keyof typeof METER_FAULTS;

export function isMeterFaultName(name: string): name is MeterFaultName {
  return Object.hasOwn(METER_FAULTS, name);
}
