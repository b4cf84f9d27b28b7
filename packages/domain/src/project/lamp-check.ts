/**
 * One check of a lamp group: evaluates the state of its lamps from its power (ADR 13). Returns a
 * verdict, the values behind it, and the findings; findings that this check cannot evaluate retain
 * their state from the previous checks (`lamp-findings.ts`).
 */
import { roundFigure } from '../round-figure.ts';
import type { BurningPlan } from './burning-plan.ts';
import { type LampNature, lampNature } from './lamp-kind.ts';
import type { ScheduledPower } from './power-mode.ts';

/** Maximum age of a reading to be current, s. */
export const REPORT_WITHIN_S = 900;
/** Below this fraction of its nominal voltage, the supply is out. */
const SUPPLY_FROM = 0.5;

export const LAMP_VERDICTS = [
  /** The lamps are on as planned and, as far as can be measured, all burning. */
  'good',
  /** Some lamps are dark. */
  'failed',
  /** The power is higher than the maximum power of the lamps. */
  'over',
  /** It is night, and no lamp is burning. */
  'dark',
  /** It is day, and lamps are burning. */
  'day-burning',
  /** It is day, or the plan has switched the lamps off, and no lamp is burning. */
  'off',
  /** The lamps are burning, but cannot be counted at this time. */
  'warming',
  'dimmed',
  /** The time is near sunset or sunrise, or the plan is unknown. */
  'edge',
  /** The supply itself is out. */
  'no-supply',
  /**
   * The device is online but has reported no power for a quarter of an hour. `offline`: the device
   * is not connected.
   */
  'no-report',
  'offline',
  'not-in-use',
] as const;

export type LampVerdict = (typeof LAMP_VERDICTS)[number];

export interface LampFacts {
  readonly inUse: boolean;
  readonly kind: string;
  /** Number of lamps that should burn. */
  readonly lamps: number;
  /** In percent. */
  readonly errorRange: number;
  /** Failed lamps of the previous check; 0 if none. */
  readonly failedBefore: number;
  readonly plan: BurningPlan;
  /** In percent; 100 if not dimmed. */
  readonly dimmedTo: number;
  readonly scheduled: ScheduledPower;
  readonly nominalVoltageV: number;
  readonly device: {
    readonly online: boolean;
    /** Null if unknown. */
    readonly closed: boolean | null;
    /** Time of the last change of position; epoch ms. */
    readonly since: number | null;
  };
  /** The newest reading; null if there was never one. */
  readonly reading: {
    readonly at: number;
    /** Power of the group's phases, kW. */
    readonly powerKw: number | null;
    /** Highest phase-to-neutral voltage, V. */
    readonly voltageV: number | null;
  } | null;
}

/** Possible findings; each has a number. */
export const FINDINGS = [
  /** Number of dark lamps. */
  'failed',
  /** Percent below the scheduled power; for `over`, percent above it. */
  'under',
  'over',
  /** 1 if no lamp is burning at night. */
  'dark',
  /** Number of lamps burning by day. */
  'dayBurning',
  /** 1 if lamps are burning behind an open breaker. */
  'bypassed',
  /** 1 if no power was reported in the check window. */
  'noReport',
  /** Level of the daily energy, 1 to 3. */
  'energyLevel',
] as const;

export type Finding = (typeof FINDINGS)[number];

export type Findings = Readonly<Partial<Record<Finding, number>>>;

export interface LampCheck {
  readonly verdict: LampVerdict;
  /** Null if it cannot be determined. */
  readonly lampsOn: number | null;
  readonly failed: number | null;
  readonly measuredKw: number | null;
  readonly expectedKw: number | null;
  readonly voltageV: number | null;
  readonly readingAt: number | null;
  /** Findings evaluated by this check; those that are not in `found` are not present. */
  readonly evaluated: readonly Finding[];
  readonly found: Findings;
}

/** Findings evaluated by a check at night, when no lamp can be burning by day. */
const NIGHTLY: readonly Finding[] = ['noReport', 'dayBurning'];

/** Findings evaluated by a check that counts the lamps. */
const COUNTED: readonly Finding[] = [...NIGHTLY, 'failed', 'under', 'over', 'dark'];

export function checkLamps(facts: LampFacts, now: number): LampCheck {
  const { reading, device, plan } = facts;
  const blank: LampCheck = {
    verdict: 'not-in-use',
    lampsOn: null,
    failed: null,
    measuredKw: null,
    expectedKw: null,
    voltageV: reading?.voltageV ?? null,
    readingAt: reading?.at ?? null,
    evaluated: [],
    found: {},
  };
  if (!facts.inUse) return blank;
  if (!device.online) return { ...blank, verdict: 'offline' };
  const powerKw = reading?.powerKw ?? null;
  if (powerKw === null || now - reading!.at > REPORT_WITHIN_S * 1000) {
    return { ...blank, verdict: 'no-report', evaluated: ['noReport'], found: { noReport: 1 } };
  }
  // With reversed wiring the power is negative, but the lamps are the same.
  const measuredKw = roundFigure(Math.abs(powerKw));
  const base: LampCheck = { ...blank, measuredKw, evaluated: ['noReport'] };
  const { voltageV } = base;
  if (voltageV !== null && voltageV < SUPPLY_FROM * facts.nominalVoltageV) {
    return { ...base, verdict: 'no-supply', lampsOn: 0 };
  }
  const burns = measuredKw >= burningFromKw(facts);
  if (plan.should === 'off') return checkedByDay(facts, base, burns);
  if (!burns) {
    if (plan.should === 'either') {
      return { ...base, verdict: 'edge', lampsOn: 0, evaluated: NIGHTLY };
    }
    return {
      ...base,
      verdict: 'dark',
      lampsOn: 0,
      failed: null,
      expectedKw: dimmedKw(facts),
      // If all lamps are dark, the state of single lamps is unknown, and findings about them are
      // retained.
      evaluated: [...NIGHTLY, 'dark'],
      found: { dark: 1 },
    };
  }
  const burning: LampCheck = { ...base, evaluated: [...NIGHTLY, 'dark'] };
  if (facts.dimmedTo < 100) {
    return { ...burning, verdict: 'dimmed', expectedKw: dimmedKw(facts) };
  }
  const nature = lampNature(facts.kind);
  if (isWarming(facts, nature, now)) return { ...burning, verdict: 'warming' };
  return counted(facts, burning, measuredKw);
}

function dimmedKw({ scheduled, dimmedTo }: LampFacts): number {
  return roundFigure((scheduled.totalKw * dimmedTo) / 100);
}

/** Minimum power of burning lamps: half a lamp; any lower power is a controller or meter noise. */
function burningFromKw({ scheduled, errorRange }: LampFacts): number {
  return Math.max(scheduled.lampKw / 2, Math.min(errorRange, 20) * 0.01 * scheduled.totalKw);
}

function isWarming({ plan, device }: LampFacts, { warmUpS }: LampNature, now: number): boolean {
  const closedSince = device.closed === true ? device.since : null;
  const since = Math.max(plan.since ?? 0, closedSince ?? 0);
  return now - since < warmUpS * 1000;
}

function checkedByDay(facts: LampFacts, base: LampCheck, burns: boolean): LampCheck {
  const evaluated: readonly Finding[] = ['dayBurning', 'bypassed', 'noReport'];
  if (!burns) return { ...base, verdict: 'off', lampsOn: 0, expectedKw: 0, evaluated };
  const lampsOn = lampsOf(facts, base.measuredKw!);
  const isBypassed = facts.device.closed === false;
  return {
    ...base,
    verdict: 'day-burning',
    lampsOn,
    expectedKw: 0,
    evaluated,
    found: { dayBurning: lampsOn, ...(isBypassed ? { bypassed: 1 } : {}) },
  };
}

function counted(facts: LampFacts, burning: LampCheck, measuredKw: number): LampCheck {
  const { scheduled, lamps, errorRange } = facts;
  const expectedKw = scheduled.totalKw;
  const missingKw = expectedKw - measuredKw;
  const isWithin = Math.abs(missingKw) <= (expectedKw * errorRange) / 100 + 1e-9;
  const fresh = isWithin ? 0 : failedLamps(expectedKw, measuredKw, scheduled.lampKw, lamps);
  const failed = isStill(facts.failedBefore, missingKw / scheduled.lampKw)
    ? facts.failedBefore
    : fresh;
  const percent = (100 * Math.abs(missingKw)) / expectedKw;
  const found: Findings = {
    ...(failed > 0 ? { failed } : {}),
    ...(!isWithin && missingKw > 0 ? { under: percent } : {}),
    ...(!isWithin && missingKw < 0 ? { over: percent } : {}),
  };
  return {
    ...burning,
    verdict: failed > 0 ? 'failed' : found.over === undefined ? 'good' : 'over',
    lampsOn: lamps - failed,
    failed,
    expectedKw: roundFigure(expectedKw),
    evaluated: COUNTED,
    found,
  };
}

/** Returns round((expected - measured) / lamp power), from 0 to the number of lamps. */
export function failedLamps(
  expectedKw: number,
  measuredKw: number,
  lampKw: number,
  lamps: number,
): number {
  const missing = Math.round((expectedKw - measuredKw) / lampKw);
  return Math.min(Math.max(missing, 0), lamps);
}

/** Half a lamp more or less is noise of the meter; a count changes only beyond this hysteresis. */
const STEADY_WITHIN = 0.75;

function isStill(before: number, missingLamps: number): boolean {
  return before > 0 && Math.abs(missingLamps - before) < STEADY_WITHIN;
}

function lampsOf({ scheduled, lamps }: LampFacts, measuredKw: number): number {
  return Math.min(Math.max(Math.round(measuredKw / scheduled.lampKw), 1), lamps);
}
