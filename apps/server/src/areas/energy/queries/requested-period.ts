/** Parses the requested days or months: `date_type`, `count` and `date` of dashboard requests. */
import type { DaySpan } from '@busbar/domain/consumption/elapsed-part';
import {
  addDays,
  addMonths,
  firstOfMonth,
  type LocalDate,
  parseLocalDate,
  parseLocalMonth,
} from '@busbar/domain/local-date';
import { done, type Outcome, refused } from '@busbar/domain/refusal';

export type DateType = 'day' | 'month';

/** Year and week are not supported (docs/specification/dashboard.md 2.6). */
export function dateTypeOf(text: string): Outcome<DateType> {
  return text === 'day' || text === 'month'
    ? done(text)
    : refused('date-type-unsupported', 'date_type');
}

export interface Most {
  readonly day: number;
  readonly month: number;
}

export function countOf(type: DateType, count: number | undefined, most: Most): Outcome<number> {
  const requested = count ?? 1;
  return requested >= 1 && requested <= most[type]
    ? done(requested)
    : refused('count-out-of-range', 'count');
}

export function spanOf(type: DateType, day: LocalDate): DaySpan {
  if (type === 'day') return { from: day, to: addDays(day, 1) };
  const from = firstOfMonth(day);
  return { from, to: addMonths(from, 1) };
}

/**
 * Returns the span `count` days or months earlier; a day that the target month does not have
 * becomes its last day.
 */
export function spanBefore(type: DateType, span: DaySpan, count: number): DaySpan {
  const { from } = span;
  return spanOf(type, type === 'day' ? addDays(from, -count) : addMonths(from, -count));
}

/** Returns the last `count` spans, newest first; the first contains `today`. */
export function lastSpans(type: DateType, count: number, today: LocalDate): DaySpan[] {
  const running = spanOf(type, today);
  return Array.from({ length: count }, (_, i) => spanBefore(type, running, i));
}

export function dateOf(
  type: DateType,
  text: string | undefined,
  today: LocalDate,
): Outcome<LocalDate> {
  if (text === undefined) return done(spanOf(type, today).from);
  const date = type === 'day' ? parseLocalDate(text) : parseLocalMonth(text);
  return date === undefined ? refused('date-invalid', 'date') : done(date);
}

/** Formats the period for the API: `YYYY-MM-DD` or `YYYY-MM`. */
export function periodName(type: DateType, span: DaySpan): string {
  return type === 'day' ? span.from : span.from.slice(0, 7);
}
