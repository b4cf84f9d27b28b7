/**
 * Scheduled reports: generated every day, week or month, at a clock time of the customer's zone,
 * for the preceding calendar days. A report whose clock time occurs twice on a day is due at the
 * first occurrence; if the clock time is skipped, the report is due at the next valid instant.
 */
import { parseLocal } from '../calendar.ts';
import {
  addDays,
  addMonths,
  firstOfMonth,
  type LocalDate,
  localDateOf,
  mondayOf,
  startOfLocalDate,
} from '../local-date.ts';

export type ReportRhythm = 'day' | 'week' | 'month';

/** Days covered by a report: the previous day, week (Monday to Sunday) or month. */
export type ReportSpan = 'yesterday' | 'last-week' | 'last-month';

/** Value for the last day of any month. */
export const LAST_DAY = 31;
/** The latest day that every month has. */
const LATEST_COMMON_DAY = 28;

export interface ReportTime {
  readonly every: ReportRhythm;
  /** Day of the week 1 (Monday) to 7, or of the month 1 to 28 or `LAST_DAY`; null for every day. */
  readonly day: number | null;
  /** `HH:mm`. */
  readonly at: string;
}

/** Maximum delay (ms) after which a due report is still generated; an older one is missed. */
export const LATEST_REPORT_MS = 86_400_000;
/** Longest interval between two reports: any two successive months contain every monthly day. */
const MAX_DAYS = 62;

export function isReportDay(every: ReportRhythm, day: number | null): boolean {
  if (every === 'day') return day === null;
  if (day === null || !Number.isInteger(day) || day < 1) return false;
  return every === 'week' ? day <= 7 : day <= LATEST_COMMON_DAY || day === LAST_DAY;
}

/** The first instant after `after` (epoch ms) at which a report is due. */
export function nextReport(time: ReportTime, after: number, zone: string): number | undefined {
  const today = localDateOf(after, zone);
  for (let i = 0; i <= MAX_DAYS; i++) {
    const day = addDays(today, i);
    if (!isDayOf(time, day)) continue;
    const due = parseLocal(`${day} ${time.at}:00`, zone);
    if (due !== undefined && due > after) return due;
  }
  return undefined;
}

function isDayOf({ every, day }: ReportTime, date: LocalDate): boolean {
  if (every === 'day') return true;
  if (every === 'week') return ((new Date(date).getUTCDay() + 6) % 7) + 1 === day;
  const isLast = addDays(date, 1).endsWith('-01');
  return day === LAST_DAY ? isLast : Number(date.slice(8)) === day;
}

interface DueReports {
  /** The report to generate now. */
  readonly due: number | undefined;
  /** The newest report that is too old to be generated, or was superseded by a newer one. */
  readonly missed: number | undefined;
  readonly next: number | undefined;
}

/**
 * Returns the due and missed reports at `now` of a schedule whose next time was `first`: if several
 * times have passed without a check, only the newest report is generated, and only if it is not
 * older than a day.
 */
export function dueReports(time: ReportTime, first: number, now: number, zone: string): DueReports {
  // A time that is further back than the longest interval cannot be the newest due time.
  let at: number | undefined = first;
  let [newest, before]: (number | undefined)[] = [undefined, undefined];
  while (at !== undefined && at <= now) {
    [newest, before] = [at, newest];
    const skipTo: number = now - MAX_DAYS * 86_400_000;
    at = nextReport(time, Math.max(at, skipTo), zone);
  }
  if (newest === undefined) return { due: undefined, missed: undefined, next: at };
  const isInTime = now - newest <= LATEST_REPORT_MS;
  return {
    due: isInTime ? newest : undefined,
    missed: isInTime ? before : newest,
    next: at,
  };
}

/** Days covered by a report that is due at `due`: [from, to), epoch ms. */
export function spanOfReport(
  span: ReportSpan,
  due: number,
  zone: string,
): { readonly from: number; readonly to: number } {
  const day = localDateOf(due, zone);
  const [from, to] = daysOfSpan(span, day);
  return { from: startOfLocalDate(from, zone), to: startOfLocalDate(to, zone) };
}

function daysOfSpan(span: ReportSpan, day: LocalDate): readonly [LocalDate, LocalDate] {
  if (span === 'yesterday') return [addDays(day, -1), day];
  if (span === 'last-week') return [addDays(mondayOf(day), -7), mondayOf(day)];
  return [addMonths(firstOfMonth(day), -1), firstOfMonth(day)];
}
