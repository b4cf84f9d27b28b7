/**
 * The columns of time a long history is drawn in. The database gives extremes by columns and the
 * chart puts them into the same ones, so both ask here (docs/decisions.md 24, `sample`).
 */
const HOUR_MS = 3_600_000;
/** Shorter columns rounded to hours would be too few. */
const LONG_MS = 4 * HOUR_MS;

/** Epoch ms, half-open. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface TimeColumns {
  /** Where the first begins, epoch ms; at most an hour before its span. */
  readonly origin: number;
  readonly columnMs: number;
}

/**
 * At most `most` columns over a span that is not empty. Those of four hours and more are of whole
 * hours (UTC), so that they can be read out of hours instead of readings.
 */
export function timeColumns({ from, to }: TimeSpan, most: number): TimeColumns {
  const count = Math.max(1, most);
  const columnMs = Math.max(1, Math.ceil((to - from) / count));
  if (columnMs < LONG_MS) return { origin: from, columnMs };
  const origin = Math.floor(from / HOUR_MS) * HOUR_MS;
  const rounded = Math.ceil(columnMs / HOUR_MS) * HOUR_MS;
  // One more where the hour that the span begins in has pushed its end into a column of its own.
  const isOneMore = Math.ceil((to - origin) / rounded) > count;
  return { origin, columnMs: isOneMore ? rounded + HOUR_MS : rounded };
}

/** Whether each hour lies in one column. */
export function isOfHours({ origin, columnMs }: TimeColumns): boolean {
  return origin % HOUR_MS === 0 && columnMs % HOUR_MS === 0;
}
