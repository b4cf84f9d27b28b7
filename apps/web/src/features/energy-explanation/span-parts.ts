/**
 * Splits the days of an explanation: a settlement period whose start day was changed may exceed the
 * maximum length.
 */
import { addDays, daysBetween } from '@busbar/domain/local-date';

/** Maximum span of the server, days. */
export const MAX_DAYS = 31;

export interface DayRange {
  /** Both inclusive. */
  readonly start: string;
  readonly end: string;
}

/** Sections up to the maximum span, newest first; none after `today`: no data exists yet. */
export function spanParts({ start, end }: DayRange, today: string): DayRange[] {
  let last = end < today ? end : today;
  if (last < start) last = start;
  const parts: DayRange[] = [];
  for (; last >= start; last = addDays(last, -MAX_DAYS)) {
    const isWhole = daysBetween(start, last) < MAX_DAYS;
    parts.push({ start: isWhole ? start : addDays(last, 1 - MAX_DAYS), end: last });
  }
  return parts;
}
