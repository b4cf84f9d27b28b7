/** The days asked for and the days a report will have, by the server's own rule. */
import { addDays, localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { MOST_REPORT_DAYS, type ReportType } from '@busbar/domain/report/report-kind';
import { reportRange } from '@busbar/domain/report/report-range';

/** Calendar days `YYYY-MM-DD`, the last one included. */
export interface DaySpan {
  readonly start: string;
  readonly end: string;
}

const PRESET_DAYS = [1, 3, 7, 30, 90] as const;
/** What the fields take: the wire's own bounds of a moment. */
const EARLIEST = '2000-01-01';
const LATEST = '2099-12-31';

export function presetsOf(type: ReportType): readonly number[] {
  return PRESET_DAYS.filter((days) => days <= MOST_REPORT_DAYS[type]);
}

/** So many days, the last of them today. */
export function lastDays(days: number, today: string): DaySpan {
  return { start: addDays(today, 1 - days), end: today };
}

export function isSpan({ start, end }: DaySpan): boolean {
  return start >= EARLIEST && start <= end && end <= LATEST;
}

/** Of a span that is one: the days in the file, and whether older ones fall. */
export function coveredSpan(
  type: ReportType,
  { start, end }: DaySpan,
  now: number,
  zone: string,
): DaySpan & { readonly isCut: boolean } {
  const asked = {
    from: startOfLocalDate(start, zone),
    to: startOfLocalDate(addDays(end, 1), zone),
  };
  const { from, to, isCut } = reportRange(type, asked, now, zone)!;
  return { start: localDateOf(from, zone), end: localDateOf(to - 1, zone), isCut };
}

const MIDNIGHT = ' 00:00:00';

/** What a task covers, `[start, end)` as the server writes it: days where it is whole days. */
export function spanText({ start, end }: DaySpan): string {
  if (!start.endsWith(MIDNIGHT) || !end.endsWith(MIDNIGHT)) return `${start} – ${end}`;
  const first = start.slice(0, 10);
  const last = addDays(end.slice(0, 10), -1);
  return first === last ? first : `${first} – ${last}`;
}
