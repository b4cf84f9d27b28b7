/**
 * Alarms that the platform evaluates itself on live readings: for each type the measured values,
 * the side of the limit that is an alarm, and the default limits (common field values: supply
 * within +-10 % of its rating, as in EN 50160).
 *
 * Leakage is not among them: no reading contains it, so only the device can report it.
 */
import { MEASUREMENT_FIELDS, type MeasurementField } from '../device/measurement.ts';
import { phaseVoltageV, USUAL_RATING } from '../protection/rating.ts';
import type { ActiveAlarmType, Phase } from './alarm-type.ts';
import type { WatchLimits } from './limit-watch.ts';

/** Values in the order of `MEASUREMENT_FIELDS`; NaN where nothing was measured. */
type Values = readonly number[];

/** Ratings from the nameplate; null where unknown. */
export interface AlarmRating {
  /** Phase-to-neutral voltage. */
  readonly voltageV: number;
  readonly currentA: number | null;
  /** Number of measured phases. */
  readonly phases: number;
}

/** Rating from the nameplate; the voltage defaults to 230 V. */
export function ratingOf(voltageV: number | null, currentA: number | null): AlarmRating {
  const phaseV = phaseVoltageV({ voltageV: voltageV ?? USUAL_RATING.voltageV, currentA: 0 });
  return { voltageV: phaseV, currentA, phases: 1 };
}

export interface RuleSetting {
  readonly inUse: boolean;
  /** Limit and clear limit in the unit of the rule. */
  readonly limit: number;
  readonly clear: number;
  readonly delayS: number;
  readonly holdS: number;
}

interface RuleDefinition {
  readonly type: ActiveAlarmType;
  readonly side: 'above' | 'below';
  /** Unit of limit and clear: percent of the rated value, or the unit of the value itself. */
  readonly unit: '%' | '°C';
  readonly min: number;
  readonly max: number;
  readonly defaults: RuleSetting;
  /** Each phase separately, or one value of the whole device (`''`). */
  readonly phases: readonly (Phase | '')[];
  /** The value to evaluate; NaN if there is none. */
  readonly measure: (values: Values, phase: number, rating: AlarmRating) => number;
  /** The value of 100 %, in the unit of the value; NaN if the rule cannot be evaluated. */
  readonly base: (rating: AlarmRating) => number;
}

const ORDER = Object.keys(MEASUREMENT_FIELDS) as MeasurementField[];
const at = (field: MeasurementField): number => ORDER.indexOf(field);
const three = (a: MeasurementField, b: MeasurementField, c: MeasurementField) =>
  [at(a), at(b), at(c)] as const;

const VOLTAGES = three('voltageA', 'voltageB', 'voltageC');
const CURRENTS = three('currentA', 'currentB', 'currentC');
const POWER = at('activePower');
const TEMPERATURE = at('temperature');

const PHASES = ['A', 'B', 'C'] as const;
const WHOLE = [''] as const;

/** A phase below this fraction of the rating is lost if another is above the second fraction. */
const LOST_BELOW = 0.5;
const LIVE_ABOVE = 0.8;
/** If all phases are below this fraction of the rating, the supply is out. */
const OUT_BELOW = 0.1;
/** Below this fraction of the rated current, the unbalance of phases is meaningless. */
const LOADED_ABOVE = 0.1;

const voltageBase = ({ voltageV }: AlarmRating) => voltageV;
const currentBase = ({ currentA }: AlarmRating) => currentA ?? Number.NaN;

function highest(values: Values, positions: readonly number[]): number {
  let most = Number.NaN;
  for (const position of positions) {
    const value = values[position]!;
    if (!(value <= most)) most = Number.isNaN(value) ? most : value;
  }
  return most;
}

function isLost(values: Values, phase: number, { voltageV }: AlarmRating): boolean {
  return (
    values[VOLTAGES[phase]!]! < LOST_BELOW * voltageV &&
    highest(values, VOLTAGES) > LIVE_ABOVE * voltageV
  );
}

/** Number of phases with values; 1 if no phase is reported. */
export function phasesOf(values: Values): number {
  let count = 0;
  for (const position of VOLTAGES) if (!Number.isNaN(values[position]!)) count += 1;
  return Math.max(1, count);
}

/**
 * The largest deviation of a phase from the mean of all three, in percent of the mean (the
 * definition of NEMA MG 1 for voltage, applied here to the currents, which an uneven load
 * unbalances long before the supply).
 */
function currentUnbalance(values: Values, { currentA }: AlarmRating): number {
  const a = Math.abs(values[CURRENTS[0]]!);
  const b = Math.abs(values[CURRENTS[1]]!);
  const c = Math.abs(values[CURRENTS[2]]!);
  const mean = (a + b + c) / 3;
  // The negated comparison also rejects NaN, from a missing phase or rating.
  if (!(mean > LOADED_ABOVE * (currentA ?? Number.NaN))) return Number.NaN;
  return (100 * Math.max(Math.abs(a - mean), Math.abs(b - mean), Math.abs(c - mean))) / mean;
}

const setting = (limit: number, clear: number, delayS: number, holdS: number): RuleSetting => ({
  inUse: true,
  limit,
  clear,
  delayS,
  holdS,
});

const RULES = [
  {
    type: 'overVoltage',
    side: 'above',
    unit: '%',
    min: 100,
    max: 150,
    defaults: setting(110, 108, 10, 10),
    phases: PHASES,
    measure: (values, phase) => values[VOLTAGES[phase]!]!,
    base: voltageBase,
  },
  {
    type: 'underVoltage',
    side: 'below',
    unit: '%',
    min: 20,
    max: 100,
    defaults: setting(90, 92, 10, 10),
    phases: PHASES,
    // A lost phase and an outage have their own alarms.
    measure: (values, phase, rating) => {
      const value = values[VOLTAGES[phase]!]!;
      const isOut = highest(values, VOLTAGES) < OUT_BELOW * rating.voltageV;
      return isOut || isLost(values, phase, rating) ? Number.NaN : value;
    },
    base: voltageBase,
  },
  {
    type: 'overCurrent',
    side: 'above',
    unit: '%',
    min: 10,
    max: 300,
    defaults: setting(100, 95, 10, 10),
    phases: PHASES,
    measure: (values, phase) => Math.abs(values[CURRENTS[phase]!]!),
    base: currentBase,
  },
  {
    type: 'overLoad',
    side: 'above',
    unit: '%',
    min: 10,
    max: 300,
    defaults: setting(100, 95, 30, 30),
    phases: WHOLE,
    measure: (values) => Math.abs(values[POWER]!),
    // Rated voltage times rated current times the number of phases, kW.
    base: ({ voltageV, currentA, phases }) => (voltageV * (currentA ?? Number.NaN) * phases) / 1000,
  },
  {
    type: 'overTemp',
    side: 'above',
    unit: '°C',
    min: 20,
    max: 200,
    defaults: setting(80, 75, 30, 60),
    phases: WHOLE,
    measure: (values) => values[TEMPERATURE]!,
    base: () => 100,
  },
  {
    type: 'phaseUnbalance',
    side: 'above',
    unit: '%',
    min: 5,
    max: 200,
    defaults: setting(30, 25, 60, 60),
    phases: WHOLE,
    measure: (values, _phase, rating) => currentUnbalance(values, rating),
    base: () => 100,
  },
  {
    type: 'phaseLoss',
    side: 'below',
    unit: '%',
    min: 10,
    max: 80,
    defaults: setting(100 * LOST_BELOW, 60, 5, 10),
    phases: PHASES,
    // If no other phase has voltage, the whole supply is out.
    measure: (values, phase, { voltageV }) =>
      highest(values, VOLTAGES) > LIVE_ABOVE * voltageV ? values[VOLTAGES[phase]!]! : Number.NaN,
    base: voltageBase,
  },
  {
    type: 'powerOutage',
    side: 'below',
    unit: '%',
    min: 1,
    max: 50,
    defaults: setting(100 * OUT_BELOW, 50, 5, 10),
    phases: WHOLE,
    measure: (values) => highest(values, VOLTAGES),
    base: voltageBase,
  },
] as const satisfies readonly RuleDefinition[];

export type RuleType = (typeof RULES)[number]['type'];

export interface AlarmRule extends RuleDefinition {
  readonly type: RuleType;
}

export const ALARM_RULES: readonly AlarmRule[] = RULES;

/** Maximum delay and hold, s. */
export const LONGEST_RULE_S = 3600;

export function ruleOf(type: string): AlarmRule | undefined {
  return ALARM_RULES.find((rule) => rule.type === type);
}

/** Converts a setting to the device values' unit; undefined if the required rating is unknown. */
export function limitsOf(
  { side, base }: AlarmRule,
  { limit, clear, delayS, holdS }: RuleSetting,
  rating: AlarmRating,
): WatchLimits | undefined {
  const whole = base(rating);
  // Multiplying first gives exact results: 110 % of 230 V is exactly 253 V.
  const beside = (figure: number) => (figure * whole) / 100;
  return Number.isNaN(whole)
    ? undefined
    : { side, limit: beside(limit), clear: beside(clear), delayS, holdS };
}

/** Returns the first invalid field of a setting, or undefined if all are valid. */
export function settingProblem(
  { side, min, max }: AlarmRule,
  { limit, clear, delayS, holdS }: RuleSetting,
): 'limit' | 'clear' | 'delayS' | 'holdS' | undefined {
  if (!(limit >= min && limit <= max)) return 'limit';
  const isBetter = side === 'above' ? clear <= limit : clear >= limit;
  if (!isBetter || !(clear >= 0 && clear <= 2 * max)) return 'clear';
  const isTime = (s: number) => Number.isInteger(s) && s >= 0 && s <= LONGEST_RULE_S;
  if (!isTime(delayS)) return 'delayS';
  return isTime(holdS) ? undefined : 'holdS';
}
