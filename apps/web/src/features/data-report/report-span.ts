/** The selected days and the days that a report will cover, by the same rule as on the server. */
import { addDays, localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import type { ReportType } from '@busbar/domain/report/report-kind';
import { reportRange } from '@busbar/domain/report/report-range';

/** Calendar days `YYYY-MM-DD`, the last one included. */
export interface DaySpan {
  readonly start: string;
  readonly end: string;
}

/** Numbers of days up to today that are offered besides the periods by name. */
export const LAST_DAYS = [3, 7, 30, 90] as const;

/** The given number of days, ending today. */
export function lastDays(days: number, today: string): DaySpan {
  return { start: addDays(today, 1 - days), end: today };
}

/** The days in the file for a valid span, and a flag if older days are cut. */
export function coveredSpan(
  type: ReportType,
  { start, end }: DaySpan,
  now: number,
  zone: string,
): DaySpan & { readonly isCut: boolean } {
  const requested = {
    from: startOfLocalDate(start, zone),
    to: startOfLocalDate(addDays(end, 1), zone),
  };
  const { from, to, isCut } = reportRange(type, requested, now, zone)!;
  return { start: localDateOf(from, zone), end: localDateOf(to - 1, zone), isCut };
}

const MIDNIGHT = ' 00:00:00';

/** Period of a task, `[start, end)` as written by the server; as days if it covers whole days. */
export function spanText({ start, end }: DaySpan): string {
  if (!start.endsWith(MIDNIGHT) || !end.endsWith(MIDNIGHT)) return `${start} – ${end}`;
  const first = start.slice(0, 10);
  const last = addDays(end.slice(0, 10), -1);
  return first === last ? first : `${first} – ${last}`;
}
