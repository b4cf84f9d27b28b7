/**
 * The load of a device in a period, computed from averages of equal time columns: the load duration
 * curve and the average of each hour of each day (daily profile). Time without measurements is in
 * neither, and its length is reported.
 */

import { localHour } from '@busbar/domain/calendar';
import { addDays, datesBetween, localDateOf } from '@busbar/domain/local-date';

/** Average of a time column, at its start. */
export interface LoadMean {
  readonly ts: number;
  readonly value: number;
}

export interface LoadDuration {
  /** Descending. */
  readonly values: readonly number[];
  /** The measured time and the whole time, ms. */
  readonly knownMs: number;
  readonly wholeMs: number;
  readonly peak: number;
  readonly mean: number;
  /** Average divided by peak, 0 to 1; undefined if the peak is not above zero. */
  readonly loadFactor: number | undefined;
}

/** Returns undefined without averages. */
export function loadDuration(
  means: readonly LoadMean[],
  columnMs: number,
  wholeMs: number,
): LoadDuration | undefined {
  if (means.length === 0) return undefined;
  const values = means.map(({ value }) => value).sort((a, b) => b - a);
  const peak = values[0]!;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    values,
    // The current column is not complete, so the measured time is limited to the elapsed time.
    knownMs: Math.min(means.length * columnMs, wholeMs),
    wholeMs,
    peak,
    mean,
    loadFactor: peak > 0 ? mean / peak : undefined,
  };
}

/** The load that was reached or exceeded in `part` (0 to 1) of the measured time. */
export function loadAt({ values }: LoadDuration, part: number): number {
  const at = Math.ceil(part * values.length) - 1;
  return values[Math.min(values.length - 1, Math.max(0, at))]!;
}

/** The curve over fractions of the measured time. */
export function curveOf(duration: LoadDuration) {
  return {
    at: (part: number) => loadAt(duration, part),
    highest: duration.peak,
    lowest: duration.values.at(-1)!,
  };
}

export interface ProfileDay {
  readonly date: string;
  /** Average of each hour of the local clock, 0 to 23; undefined without measurements. */
  readonly hours: readonly (number | undefined)[];
}

export interface DailyProfile {
  /** Oldest first, including days without readings. */
  readonly days: readonly ProfileDay[];
  readonly lowest: number;
  readonly highest: number;
}

/** The last `mostDays` days. An hour the clock repeats is one average; a skipped hour is empty. */
export function dailyProfile(
  means: readonly LoadMean[],
  zone: string,
  mostDays: number,
): DailyProfile | undefined {
  const sums = new Map<string, { sum: number; count: number }[]>();
  for (const { ts, value } of means) {
    const date = localDateOf(ts, zone);
    const hours = sums.get(date) ?? Array.from({ length: 24 }, () => ({ sum: 0, count: 0 }));
    const hour = hours[localHour(ts, zone)]!;
    hour.sum += value;
    hour.count += 1;
    sums.set(date, hours);
  }
  const dates = [...sums.keys()].sort();
  const last = dates.at(-1);
  if (last === undefined) return undefined;
  const all = datesBetween(dates[0]!, addDays(last, 1)).slice(-mostDays);
  const days = all.map((date) => ({
    date,
    hours: Array.from({ length: 24 }, (_, hour) => {
      const { sum, count } = sums.get(date)?.[hour] ?? { sum: 0, count: 0 };
      return count === 0 ? undefined : sum / count;
    }),
  }));
  const known = days.flatMap(({ hours }) => hours.filter((value) => value !== undefined));
  return { days, lowest: Math.min(...known), highest: Math.max(...known) };
}

const QUARTER_MS = 900_000;
const HOUR_MS = 3_600_000;
/** Maximum number of columns that the server returns at once. */
const MAX_COLUMNS = 10_000;

/** Columns to request: quarter hours, or hours if too many; undefined if hours are too many too. */
export function loadColumns(
  fromMs: number,
  toMs: number,
): { readonly endMs: number; readonly columnMs: number; readonly count: number } | undefined {
  for (const columnMs of [QUARTER_MS, HOUR_MS]) {
    const count = Math.max(1, Math.ceil((toMs - fromMs) / columnMs));
    if (count <= MAX_COLUMNS) return { endMs: fromMs + count * columnMs, columnMs, count };
  }
  return undefined;
}
