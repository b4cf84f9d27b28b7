/**
 * The load of a device over a span, out of the means of equal columns of time: how long it was at
 * least how high (load duration), and its mean in each hour of each day (daily profile). What was
 * not measured is in neither, and is told.
 */

import { localHour } from '@busbar/domain/calendar';
import { addDays, datesBetween, localDateOf } from '@busbar/domain/local-date';

/** Mean of a column of time, at its beginning. */
export interface LoadMean {
  readonly ts: number;
  readonly value: number;
}

export interface LoadDuration {
  /** Falling. */
  readonly values: readonly number[];
  /** Time that was measured, and the whole of it, ms. */
  readonly knownMs: number;
  readonly wholeMs: number;
  readonly peak: number;
  readonly mean: number;
  /** Mean by peak, 0 to 1; undefined where the peak is not above zero. */
  readonly loadFactor: number | undefined;
}

/** Undefined without a single mean. */
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
    // The column that is now running is not over.
    knownMs: Math.min(means.length * columnMs, wholeMs),
    wholeMs,
    peak,
    mean,
    loadFactor: peak > 0 ? mean / peak : undefined,
  };
}

/** The load that was reached or passed in `part` (0 to 1) of the measured time. */
export function loadAt({ values }: LoadDuration, part: number): number {
  const at = Math.ceil(part * values.length) - 1;
  return values[Math.min(values.length - 1, Math.max(0, at))]!;
}

/** As it is drawn over the parts of the measured time. */
export function curveOf(duration: LoadDuration) {
  return {
    at: (part: number) => loadAt(duration, part),
    highest: duration.peak,
    lowest: duration.values.at(-1)!,
  };
}

export interface ProfileDay {
  readonly date: string;
  /** Mean of each hour of the local clock, 0 to 23; undefined where nothing was measured. */
  readonly hours: readonly (number | undefined)[];
}

export interface DailyProfile {
  /** Oldest first, also days without a reading. */
  readonly days: readonly ProfileDay[];
  readonly lowest: number;
  readonly highest: number;
}

/** The last `mostDays` days. An hour that the clock passes twice is one mean, one it skips is empty. */
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
/** As many columns as the server gives at once. */
const MOST_COLUMNS = 10_000;

/** The columns asked for: quarter hours, or hours where these are too many; undefined: even so. */
export function loadColumns(
  fromMs: number,
  toMs: number,
): { readonly endMs: number; readonly columnMs: number; readonly count: number } | undefined {
  for (const columnMs of [QUARTER_MS, HOUR_MS]) {
    const count = Math.max(1, Math.ceil((toMs - fromMs) / columnMs));
    if (count <= MOST_COLUMNS) return { endMs: fromMs + count * columnMs, columnMs, count };
  }
  return undefined;
}
