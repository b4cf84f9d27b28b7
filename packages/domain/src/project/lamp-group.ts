/** A group of street lamps behind one device, and the validation of its settings. */

import { isClockTime } from '../clock-time.ts';
import { completePosition, type Position, type PositionInput } from '../device/position.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { LAMP_KINDS, type LampKind } from './lamp-kind.ts';

/**
 * Rule for the burning time: `sun` from sunset to sunrise, `clock` between two times, `switch`
 * whenever the breaker is closed.
 */
export const BURN_RULES = ['sun', 'clock', 'switch'] as const;

export type BurnRule = (typeof BURN_RULES)[number];

/** Lamps are dimmed to `level` percent; the period spans midnight if `to` is before `from`. */
export interface DimmedPeriod {
  readonly from: string;
  readonly to: string;
  readonly level: number;
}

export interface LampGroupSetting {
  readonly name: string;
  readonly lampCount: number;
  /** Nameplate power of one lamp, kW. */
  readonly lampPowerKw: number;
  /** Percent of the scheduled power. */
  readonly errorRange: number;
  readonly inUse: boolean;
  readonly lampKind: LampKind;
  /** Empty means all phases. */
  readonly phase: '' | 'A' | 'B' | 'C';
  readonly burnRule: BurnRule;
  /** `HH:mm`, for the rule `clock`. */
  readonly onTime: string | null;
  readonly offTime: string | null;
  /** Minutes after sunset and sunrise, for the rule `sun`. */
  readonly onOffsetMin: number;
  readonly offOffsetMin: number;
  readonly dimmed: readonly DimmedPeriod[];
}

/** Form value: a number, or a number as text. */
export type Figure = number | string | null;

export type LampGroupInput = {
  readonly [K in keyof LampGroupSetting]?: Entered<LampGroupSetting[K]> | undefined;
};

type Entered<T> = T extends number ? Figure : T extends string | null ? string | null : T;

export const DEFAULT_LAMP_GROUP: Omit<LampGroupSetting, 'name' | 'lampCount' | 'lampPowerKw'> = {
  errorRange: 5,
  inUse: true,
  lampKind: 'led',
  phase: '',
  burnRule: 'sun',
  onTime: null,
  offTime: null,
  onOffsetMin: 0,
  offOffsetMin: 0,
  dimmed: [],
};

export const MAX_LAMPS = 10_000;
/** Maximum power of one lamp, kW; a floodlight mast may have several kW. */
export const MAX_LAMP_KW = 100;
const MAX_OFFSET_MIN = 720;
const MAX_DIMMED = 8;

type Given = { readonly [K in keyof LampGroupSetting]: Entered<LampGroupSetting[K]> };

/** Validates a new group, or one changed by the input; absent fields are unchanged. */
export function evaluateLampGroup(
  input: LampGroupInput,
  before?: LampGroupSetting,
): Outcome<LampGroupSetting> {
  const given: Given = {
    name: null,
    lampCount: null,
    lampPowerKw: null,
    ...DEFAULT_LAMP_GROUP,
    ...before,
    ...withoutAbsent(input),
  };
  if (isMissing(given.name)) return refused('parameters-empty', 'name');
  if (isMissing(given.lampCount)) return refused('parameters-empty', 'lampCount');
  if (isMissing(given.lampPowerKw)) return refused('parameters-empty', 'lampPowerKw');
  const lampCount = numberOf(given.lampCount);
  if (!(Number.isInteger(lampCount) && lampCount >= 1 && lampCount <= MAX_LAMPS)) {
    return refused('lamp-count-invalid', 'lampCount');
  }
  const lampPowerKw = numberOf(given.lampPowerKw);
  if (!(lampPowerKw > 0 && lampPowerKw <= MAX_LAMP_KW)) {
    return refused('lamp-power-invalid', 'lampPowerKw');
  }
  const errorRange = numberOf(given.errorRange);
  if (!(errorRange >= 0 && errorRange <= 100)) return refused('error-range-invalid', 'errorRange');
  const { lampKind, phase, burnRule } = given;
  if (!isOneOf(LAMP_KINDS, lampKind)) return refused('lamp-kind-unknown', 'lampKind');
  if (!isOneOf(['', 'A', 'B', 'C'] as const, phase)) return refused('phase-unknown', 'phase');
  if (!isOneOf(BURN_RULES, burnRule)) return refused('burn-rule-unknown', 'burnRule');
  const onTime = given.onTime || null;
  const offTime = given.offTime || null;
  for (const [field, time] of [
    ['onTime', onTime],
    ['offTime', offTime],
  ] as const) {
    const isNeeded = burnRule === 'clock';
    if (time === null ? isNeeded : !isClockTime(time)) return refused('clock-time-invalid', field);
  }
  if (burnRule === 'clock' && onTime === offTime) return refused('clock-time-invalid', 'offTime');
  const onOffsetMin = numberOf(given.onOffsetMin);
  if (!isOffset(onOffsetMin)) return refused('offset-invalid', 'onOffsetMin');
  const offOffsetMin = numberOf(given.offOffsetMin);
  if (!isOffset(offOffsetMin)) return refused('offset-invalid', 'offOffsetMin');
  if (!areDimmedPeriods(given.dimmed)) return refused('dimmed-invalid', 'dimmed');
  return done({
    name: given.name,
    lampCount,
    lampPowerKw,
    errorRange,
    inUse: given.inUse,
    lampKind,
    phase,
    burnRule,
    onTime,
    offTime,
    onOffsetMin,
    offOffsetMin,
    dimmed: given.dimmed,
  });
}

/** Position of a group: undefined if all four values are absent; else validated like a device's. */
export function validatePosition(input: PositionInput, stored?: Position) {
  const isNone = Object.values(input).every((degrees) => degrees === undefined);
  return isNone ? done(undefined) : completePosition(input, stored);
}

/** True if one failed lamp is undetectable: its share of the group is below the error range. */
export function isOneLampHidden(lampCount: number, errorRange: number): boolean {
  return 100 / lampCount <= errorRange;
}

/** Minutes from midnight for a time of day; NaN if it is not a valid time. */
export function minutesOfDay(time: string): number {
  return isClockTime(time) ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : Number.NaN;
}

/** `[from, to)`; spans midnight if `to` is not after `from`. */
export function isWithin(minute: number, from: number, to: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function areDimmedPeriods(periods: readonly DimmedPeriod[]): boolean {
  if (periods.length > MAX_DIMMED) return false;
  const taken = new Set<number>();
  for (const { from, to, level } of periods) {
    const [start, end] = [minutesOfDay(from), minutesOfDay(to)];
    if (Number.isNaN(start) || Number.isNaN(end) || start === end) return false;
    if (!(Number.isInteger(level) && level >= 1 && level <= 99)) return false;
    for (let minute = start; minute !== end; minute = (minute + 1) % 1440) {
      if (taken.has(minute)) return false;
      taken.add(minute);
    }
  }
  return true;
}

export const isOffset = (minutes: number) =>
  Number.isInteger(minutes) && Math.abs(minutes) <= MAX_OFFSET_MIN;

function isOneOf<T extends string>(values: readonly T[], value: string | null): value is T {
  return (values as readonly (string | null)[]).includes(value);
}

const isMissing = (value: Figure | undefined): value is null | undefined | '' =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Returns NaN for an invalid number, so that every bounds check rejects it. */
export function numberOf(value: Figure | undefined): number {
  if (isMissing(value)) return Number.NaN;
  return typeof value === 'number' ? value : Number(value);
}

function withoutAbsent(input: LampGroupInput): Partial<Given> {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<Given>;
}
