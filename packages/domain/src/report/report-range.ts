/**
 * The range covered by a report. Longer ranges are cut, never refused
 * (docs/specification/reports.md 2.3): days after today are removed first, then the oldest days, so
 * that the newest remain. Days are calendar days: 90 of them over a clock change are 90 days, not
 * 2160 hours.
 */
import { Temporal } from 'temporal-polyfill';
import { addDays, localDateOf, startOfLocalDate } from '../local-date.ts';
import { countsWholeDays, MAX_REPORT_DAYS, type ReportType } from './report-kind.ts';

/** [from, to), epoch ms. */
interface InstantRange {
  readonly from: number;
  readonly to: number;
}

export interface ReportRange extends InstantRange {
  readonly isCut: boolean;
}

/** Returns undefined if the end is not after the start. */
export function reportRange(
  type: ReportType,
  requested: InstantRange,
  now: number,
  zone: string,
): ReportRange | undefined {
  if (requested.from >= requested.to) return undefined;
  const { from, to } = countsWholeDays(type) ? wholeDays(requested, zone) : requested;
  const endOfToday = startOfLocalDate(addDays(localDateOf(now, zone), 1), zone);
  // A range in the future is not cut: its report is empty, and shows the requested days.
  const end = from < endOfToday ? Math.min(to, endOfToday) : to;
  const earliest = daysBefore(end, MAX_REPORT_DAYS[type], zone);
  return { from: Math.max(from, earliest), to: end, isCut: from < earliest };
}

/** All days that the range touches. */
function wholeDays({ from, to }: InstantRange, zone: string): InstantRange {
  const first = localDateOf(from, zone);
  const after = addDays(localDateOf(to - 1, zone), 1);
  return { from: startOfLocalDate(first, zone), to: startOfLocalDate(after, zone) };
}

function daysBefore(ms: number, days: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).subtract({ days })
    .epochMilliseconds;
}
