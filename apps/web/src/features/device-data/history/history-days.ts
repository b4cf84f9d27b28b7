/** Whole days as a span of the history, whose address holds times. */
import { addDays, type LocalDate, localDateOf } from '@busbar/domain/local-date';
import type { HistorySearch } from './history-search.ts';
import type { Span } from './history-span.ts';

interface Days {
  /** Both inclusive. */
  readonly start: LocalDate;
  readonly end: LocalDate;
}

const MIDNIGHT = ' 00:00:00';

/** Days up to today have no end, so that the history follows new readings. */
export function searchOfDays({ start, end }: Days, today: LocalDate) {
  if (start === today) return { range: 'today', from: undefined, to: undefined } as const;
  return {
    range: 'custom',
    from: start + MIDNIGHT,
    to: end < today ? addDays(end, 1) + MIDNIGHT : undefined,
  } as const;
}

/** True for a custom span from one midnight to another, or to now. */
export function isWholeDays({ from, to }: Pick<HistorySearch, 'from' | 'to'>, today: LocalDate) {
  if (from === undefined || !from.endsWith(MIDNIGHT) || from.slice(0, 10) > today) return false;
  return to === undefined || (to.endsWith(MIDNIGHT) && from < to);
}

/** First and last day with a part of the span; days after today are left out. */
export function daysOfSpan({ startMs, endMs }: Span, zone: string, today: LocalDate): Days {
  const last = localDateOf(endMs - 1, zone);
  return { start: localDateOf(startMs, zone), end: last < today ? last : today };
}
