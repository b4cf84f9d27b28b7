/**
 * The time columns of a chart of a long history. The database computes the extremes per column and
 * the chart draws the same columns, so both use this file (docs/decisions.md 24, `sample`).
 */
const HOUR_MS = 3_600_000;
/** Shorter columns are not rounded to whole hours, because too few would remain. */
const LONG_MS = 4 * HOUR_MS;

/** Epoch ms, half-open. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface TimeColumns {
  /** Start of the first column, epoch ms; at most an hour before the span. */
  readonly origin: number;
  readonly columnMs: number;
}

/**
 * At most `most` columns over a span that is not empty. Columns of four hours or more are whole
 * hours (UTC), so that they can be computed from hourly values instead of readings.
 */
export function timeColumns({ from, to }: TimeSpan, most: number): TimeColumns {
  const count = Math.max(1, most);
  const columnMs = Math.max(1, Math.ceil((to - from) / count));
  if (columnMs < LONG_MS) return { origin: from, columnMs };
  const origin = Math.floor(from / HOUR_MS) * HOUR_MS;
  const rounded = Math.ceil(columnMs / HOUR_MS) * HOUR_MS;
  // The columns are an hour longer if rounding the start down to the hour has moved the end into an
  // additional column.
  const isOneMore = Math.ceil((to - origin) / rounded) > count;
  return { origin, columnMs: isOneMore ? rounded + HOUR_MS : rounded };
}

/** True if each hour is in a single column. */
export function isOfHours({ origin, columnMs }: TimeColumns): boolean {
  return origin % HOUR_MS === 0 && columnMs % HOUR_MS === 0;
}
