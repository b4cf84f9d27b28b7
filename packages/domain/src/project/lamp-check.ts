/**
 * One look at a lamp group: what its power says about its lamps (ADR 13). A verdict, the figures
 * behind it, and what is found; what this look cannot judge stays as the looks before left it
 * (`lamp-findings.ts`).
 */
import { roundFigure } from '../round-figure.ts';
import type { BurningPlan } from './burning-plan.ts';
import { type LampNature, lampNature } from './lamp-kind.ts';
import type { ScheduledPower } from './power-mode.ts';

/** An older reading says nothing of now, s. */
export const REPORT_WITHIN_S = 900;
/** Below this part of its nominal voltage a supply is none. */
const SUPPLY_FROM = 0.5;

export const LAMP_VERDICTS = [
  /** Burn as they should, all of them as far as can be seen. */
  'good',
  /** Some of them are dark. */
  'failed',
  /** More is drawn than the lamps can. */
  'over',
  /** By night, and nothing burns. */
  'dark',
  /** By day, and something burns. */
  'day-burning',
  /** By day, or switched off by plan, and nothing burns. */
  'off',
  /** They burn, and cannot be counted yet or now. */
  'warming',
  'dimmed',
  /** Near sunset or sunrise, or no plan is known. */
  'edge',
  /** The supply itself is out. */
  'no-supply',
  /** The device is there and has told no power for a quarter of an hour; or is not there at all. */
  'no-report',
  'offline',
  'not-in-use',
] as const;

export type LampVerdict = (typeof LAMP_VERDICTS)[number];

export interface LampFacts {
  readonly inUse: boolean;
  readonly kind: string;
  /** Lamps that should burn. */
  readonly lamps: number;
  /** Percent. */
  readonly errorRange: number;
  /** By the look before; 0: none. */
  readonly failedBefore: number;
  readonly plan: BurningPlan;
  /** Percent; 100: not dimmed. */
  readonly dimmedTo: number;
  readonly scheduled: ScheduledPower;
  readonly nominalVoltageV: number;
  readonly device: {
    readonly online: boolean;
    /** Null: not known. */
    readonly closed: boolean | null;
    /** Since when it stands so; epoch ms. */
    readonly since: number | null;
  };
  /** The newest; null when there was never one. */
  readonly reading: {
    readonly at: number;
    /** Of the phases the group is on, kW. */
    readonly powerKw: number | null;
    /** Highest phase to neutral, V. */
    readonly voltageV: number | null;
  } | null;
}

/** What can be found, each with its number. */
export const FINDINGS = [
  /** Lamps that are dark. */
  'failed',
  /** Percent below and above the scheduled power. */
  'under',
  'over',
  /** 1: nothing burns by night. */
  'dark',
  /** Lamps that burn by day. */
  'dayBurning',
  /** 1: lamps burn behind an open breaker. */
  'bypassed',
  /** 1: no power was told in the check window. */
  'noReport',
  /** Step of the day's energy, 1 to 3. */
  'energyLevel',
] as const;

export type Finding = (typeof FINDINGS)[number];

export type Findings = Readonly<Partial<Record<Finding, number>>>;

export interface LampCheck {
  readonly verdict: LampVerdict;
  /** Null: cannot be told. */
  readonly lampsOn: number | null;
  readonly failed: number | null;
  readonly measuredKw: number | null;
  readonly expectedKw: number | null;
  readonly voltageV: number | null;
  readonly readingAt: number | null;
  /** What this look has judged; of these `found` is all there is. */
  readonly judged: readonly Finding[];
  readonly found: Findings;
}

/** Findings that a check outside the day decides: no lamp burns by day then. */
const NIGHTLY: readonly Finding[] = ['noReport', 'dayBurning'];

/** Findings that a check decides when it counts the lamps. */
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
    judged: [],
    found: {},
  };
  if (!facts.inUse) return blank;
  if (!device.online) return { ...blank, verdict: 'offline' };
  const powerKw = reading?.powerKw ?? null;
  if (powerKw === null || now - reading!.at > REPORT_WITHIN_S * 1000) {
    return { ...blank, verdict: 'no-report', judged: ['noReport'], found: { noReport: 1 } };
  }
  // Wired the other way round it tells the same lamps.
  const measuredKw = roundFigure(Math.abs(powerKw));
  const told: LampCheck = { ...blank, measuredKw, judged: ['noReport'] };
  const { voltageV } = told;
  if (voltageV !== null && voltageV < SUPPLY_FROM * facts.nominalVoltageV) {
    return { ...told, verdict: 'no-supply', lampsOn: 0 };
  }
  const burns = measuredKw >= burningFromKw(facts);
  if (plan.should === 'off') return checkedByDay(facts, told, burns);
  if (!burns) {
    if (plan.should === 'either') {
      return { ...told, verdict: 'edge', lampsOn: 0, judged: NIGHTLY };
    }
    return {
      ...told,
      verdict: 'dark',
      lampsOn: 0,
      failed: null,
      expectedKw: dimmedKw(facts),
      // That all are dark says nothing of single lamps, and ends nothing that was found of them.
      judged: [...NIGHTLY, 'dark'],
      found: { dark: 1 },
    };
  }
  const burning: LampCheck = { ...told, judged: [...NIGHTLY, 'dark'] };
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

/** Half a lamp: less is a controller, or the noise of the meter. */
function burningFromKw({ scheduled, errorRange }: LampFacts): number {
  return Math.max(scheduled.lampKw / 2, Math.min(errorRange, 20) * 0.01 * scheduled.totalKw);
}

function isWarming({ plan, device }: LampFacts, { warmUpS }: LampNature, now: number): boolean {
  const closedSince = device.closed === true ? device.since : null;
  const since = Math.max(plan.since ?? 0, closedSince ?? 0);
  return now - since < warmUpS * 1000;
}

function checkedByDay(facts: LampFacts, told: LampCheck, burns: boolean): LampCheck {
  const judged: readonly Finding[] = ['dayBurning', 'bypassed', 'noReport'];
  if (!burns) return { ...told, verdict: 'off', lampsOn: 0, expectedKw: 0, judged };
  const lampsOn = lampsOf(facts, told.measuredKw!);
  const isBypassed = facts.device.closed === false;
  return {
    ...told,
    verdict: 'day-burning',
    lampsOn,
    expectedKw: 0,
    judged,
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
    judged: COUNTED,
    found,
  };
}

/** round((expected - measured) / power of one lamp), never below 0 nor above the lamps. */
export function failedLamps(
  expectedKw: number,
  measuredKw: number,
  lampKw: number,
  lamps: number,
): number {
  const missing = Math.round((expectedKw - measuredKw) / lampKw);
  return Math.min(Math.max(missing, 0), lamps);
}

/** Half a lamp more or less is the noise of the meter; a count changes only beyond that. */
const STEADY_WITHIN = 0.75;

function isStill(before: number, missingLamps: number): boolean {
  return before > 0 && Math.abs(missingLamps - before) < STEADY_WITHIN;
}

function lampsOf({ scheduled, lamps }: LampFacts, measuredKw: number): number {
  return Math.min(Math.max(Math.round(measuredKw / scheduled.lampKw), 1), lamps);
}
