/**
 * The range a report covers. Longer ones are cut, never refused (docs/specification/reports.md
 * 2.3): what lies after today falls first, then the oldest days, so that the newest stay. Days are
 * the calendar's: 90 of them over a change of the clock are 90 days and not 2160 hours.
 */
import { Temporal } from 'temporal-polyfill';
import { addDays, localDateOf, startOfLocalDate } from '../local-date.ts';
import { countsWholeDays, MOST_REPORT_DAYS, type ReportType } from './report-kind.ts';

/** [from, to), epoch ms. */
interface InstantRange {
  readonly from: number;
  readonly to: number;
}

export interface ReportRange extends InstantRange {
  readonly isCut: boolean;
}

/** Undefined when the end is not after the beginning. */
export function reportRange(
  type: ReportType,
  asked: InstantRange,
  now: number,
  zone: string,
): ReportRange | undefined {
  if (asked.from >= asked.to) return undefined;
  const { from, to } = countsWholeDays(type) ? wholeDays(asked, zone) : asked;
  const endOfToday = startOfLocalDate(addDays(localDateOf(now, zone), 1), zone);
  // A range that has not begun yet stays: its report is empty, and says of which days.
  const end = from < endOfToday ? Math.min(to, endOfToday) : to;
  const earliest = daysBefore(end, MOST_REPORT_DAYS[type], zone);
  return { from: Math.max(from, earliest), to: end, isCut: from < earliest };
}

/** The days the range touches. */
function wholeDays({ from, to }: InstantRange, zone: string): InstantRange {
  const first = localDateOf(from, zone);
  const after = addDays(localDateOf(to - 1, zone), 1);
  return { from: startOfLocalDate(first, zone), to: startOfLocalDate(after, zone) };
}

function daysBefore(ms: number, days: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).subtract({ days })
    .epochMilliseconds;
}
