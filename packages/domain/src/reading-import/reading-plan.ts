/**
 * Compares the readings of a file with those that are stored, and decides which are stored too.
 * Readings of the device always count: a row at the time of one, or between two that follow each
 * other without a gap, is not stored. The others form stretches, each between two stored readings.
 * No step between two different meters may count as consumption.
 */
import type { EnergyLimits } from '../energy/energy-limit.ts';
import type { StepOverride } from '../energy/fold-device.ts';
import type { CheckedFile } from './check-readings.ts';
import { type CountedSpan, findCountedBefore } from './counted-before.ts';
import { planEnergies } from './plan-energies.ts';
import { planRegisters } from './plan-registers.ts';
import type { RegisterAt } from './reading-intervals.ts';
import { type ProblemList, ReadingProblems } from './reading-problem.ts';

/** The meter of the file: that of the device, or another one before it. */
export type MeterChoice = 'same' | 'other';

/** A stored reading; its register is null if the device did not report it at this time. */
export interface StoredReading {
  /** Epoch ms. */
  readonly at: number;
  readonly kwh: number | null;
  /** True if an import stored it as the register of another meter. */
  readonly isOtherMeter?: boolean;
  /** True if the meter reported band registers until then. */
  readonly hasBands?: boolean;
}

export interface StoredRegister extends StoredReading {
  readonly kwh: number;
}

/** Reason of the corrections that keep the registers of two meters apart. */
export const OTHER_METER_REASON = 'Import of readings: another meter';

export interface StoredAround {
  /** The last register before the file. */
  readonly before: StoredRegister | undefined;
  /** Readings within the period of the file, in order. */
  readonly inside: readonly StoredReading[];
  /** The first register after the file. */
  readonly after: StoredRegister | undefined;
}

export interface PlanRules extends EnergyLimits {
  readonly meter: MeterChoice;
  /** Two stored readings at most this far apart, ms, have no gap between them. */
  readonly graceMs: number;
  /** Corrections that are in force. */
  readonly overrides: readonly StepOverride[];
  /** Spans of former registrations of the device. */
  readonly countedSpans?: readonly CountedSpan[];
}

export interface ReadingPlan {
  /** Registers to store, in order. */
  readonly registers: readonly RegisterAt[];
  /** Times of the first register of each stretch. */
  readonly startsAt: readonly number[];
  /** Times of the registers whose step, from the register of another meter, counts nothing. */
  readonly ignoredAt: readonly number[];
  /** Number of rows that are stored already with the same value. */
  readonly stored: number;
  readonly problems: ProblemList;
}

export function planReadings(
  file: Pick<CheckedFile, 'readings' | 'valueColumn'>,
  stored: StoredAround,
  rules: PlanRules,
): ReadingPlan {
  const problems = new ReadingProblems();
  const plan =
    file.valueColumn === 'register'
      ? planRegisters(file.readings, stored, rules, problems)
      : planEnergies(file.readings, stored, rules, problems);
  // A correction in force counts the step already: as a fixed energy, it would count it twice.
  const ignored = new Set(plan.ignoredAt.filter((at) => !isIgnored(at, rules)));
  findCountedBefore(plan, stored, rules, problems);
  return { ...plan, ignoredAt: [...ignored], problems };
}

function isIgnored(at: number, { overrides }: PlanRules): boolean {
  return overrides.some(
    (one) => one.at === at && one.channel === null && one.decision === 'ignore',
  );
}
