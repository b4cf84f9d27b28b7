/**
 * Like-for-like comparison (docs/decisions.md 12): a running period is compared up to the last
 * complete quarter hour of its elapsed local time, and the earlier period is cut at the same point.
 * A period that has ended is compared as a whole with the whole of the other, whatever their
 * lengths.
 */
import {
  addDays,
  daysBetween,
  type LocalDate,
  localDateOf,
  startOfLocalDate,
} from '../local-date.ts';
import { QUARTER_MS } from './day-slots.ts';

/** Local days, half-open. */
export interface DaySpan {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Elapsed part of a period: whole days, and quarter hours of the day after them. */
export interface ElapsedPart {
  readonly days: number;
  readonly quarters: number;
}

export function hasDay(span: DaySpan, day: LocalDate): boolean {
  return span.from <= day && day < span.to;
}

/** Returns undefined if the period has ended or has not begun; it is then compared as a whole. */
export function elapsedPart(span: DaySpan, now: number, zone: string): ElapsedPart | undefined {
  const today = localDateOf(now, zone);
  if (!hasDay(span, today)) return undefined;
  return {
    days: daysBetween(span.from, today),
    quarters: Math.floor((now - startOfLocalDate(today, zone)) / QUARTER_MS),
  };
}

/** End of the compared part of the running period, epoch ms. */
export function comparedUntil(span: DaySpan, part: ElapsedPart, zone: string): number {
  const today = addDays(span.from, part.days);
  return startOfLocalDate(today, zone) + part.quarters * QUARTER_MS;
}

/**
 * Returns the day of the period at which the comparison is cut. Returns undefined if the whole
 * period is compared, or if the period is too short to contain that day.
 */
export function cutDay(span: DaySpan, part: ElapsedPart | undefined): LocalDate | undefined {
  if (part === undefined) return undefined;
  const day = addDays(span.from, part.days);
  return hasDay(span, day) ? day : undefined;
}

/**
 * Sums an amount over the elapsed part: whole days, then the quarters of the cut day. Returns
 * undefined if no amount is known.
 */
export function amountOver(
  span: DaySpan,
  part: ElapsedPart | undefined,
  ofDay: (day: LocalDate) => number | undefined,
  ofQuarters: (day: LocalDate) => readonly number[] | undefined,
): number | undefined {
  const cut = cutDay(span, part);
  let sum = 0;
  let known = false;
  for (let day = span.from; day < (cut ?? span.to); day = addDays(day, 1)) {
    const amount = ofDay(day);
    if (amount === undefined) continue;
    known = true;
    sum += amount;
  }
  const quarters = cut === undefined ? undefined : ofQuarters(cut);
  if (part !== undefined && quarters !== undefined) {
    known = true;
    for (const amount of quarters.slice(0, part.quarters)) sum += amount;
  }
  return known ? sum : undefined;
}

/** `(a - b) / b`; null if the earlier amount `b` is zero or unknown. */
export function fractionOf(a: number | undefined, b: number | undefined): number | null {
  return b === undefined || b === 0 ? null : ((a ?? 0) - b) / b;
}
