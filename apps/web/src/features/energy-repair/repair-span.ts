/** The displayed days: at most a month; defaults to the last week. */
import { addDays, daysBetween } from '@busbar/domain/local-date';
import { type DayRange, MAX_DAYS } from '../energy-explanation/span-parts.ts';

const DEFAULT_DAYS = 7;

export function spanOf(
  { start, end }: { readonly start?: string; readonly end?: string },
  today: string,
): DayRange {
  const last =
    end ?? (start === undefined ? today : later(addDays(start, DEFAULT_DAYS - 1), today));
  return { start: start ?? addDays(last, 1 - DEFAULT_DAYS), end: last };
}

const later = (day: string, today: string): string => (day < today ? day : today);

export function isSpan({ start, end }: DayRange): boolean {
  return start <= end && daysBetween(start, end) < MAX_DAYS;
}
