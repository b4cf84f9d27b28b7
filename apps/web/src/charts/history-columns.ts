/**
 * History rows to chart columns. The server thins a long span to two rows for each column of time,
 * its minima and its maxima; here they are put back into columns with one minimum and one maximum
 * per series, so that no peak is lost and no mean is invented. A silent span stays empty: nothing
 * is drawn across it.
 */

import { type TimeColumns, timeColumns } from '@busbar/domain/device/time-columns';

export interface HistoryRow {
  readonly ts: number;
  readonly [field: string]: number | string | null | undefined;
}

export interface ColumnRequest {
  readonly fields: readonly string[];
  readonly startMs: number;
  readonly endMs: number;
  /** How many columns the span has, about one per pixel. */
  readonly columns: number;
}

/** null ends the line (a gap); undefined is a value that this column merely does not carry. */
export type Cell = number | null | undefined;

export interface ChartColumns {
  /** Milliseconds, rising. */
  readonly times: readonly number[];
  readonly min: Readonly<Record<string, readonly Cell[]>>;
  readonly max: Readonly<Record<string, readonly Cell[]>>;
  /** Fields with at least one value, in the order asked for. */
  readonly present: readonly string[];
}

/** Shortest silence that counts as a gap: a device is called late after 90 s. */
const SHORTEST_GAP_MS = 90_000;

/**
 * The silence, in ms, from which the line is broken: three usual intervals, two columns, or 90 s,
 * whichever is longest. `times` rise.
 */
export function gapThresholdMs(times: readonly number[], columnMs: number): number {
  const steps: number[] = [];
  for (let i = 1; i < times.length; i += 1) steps.push(times[i]! - times[i - 1]!);
  steps.sort((a, b) => a - b);
  const median = steps[Math.floor(steps.length / 2)] ?? 0;
  return Math.max(SHORTEST_GAP_MS, 3 * median, 2 * columnMs);
}

/** What a column of time holds; only columns with readings are there. */
export interface Column {
  /** Its place in the span, from 0. */
  readonly index: number;
  firstMs: number;
  lastMs: number;
  readonly min: Map<string, number>;
  readonly max: Map<string, number>;
}

export function toChartColumns(rows: readonly HistoryRow[], request: ColumnRequest): ChartColumns {
  const { columns, gapMs } = gatherColumns(rows, request);
  return withGaps(columns, request.fields, gapMs);
}

/** The server's own division, or minimum and maximum would part. */
export function columnsOf({ startMs, endMs, columns }: Omit<ColumnRequest, 'fields'>): TimeColumns {
  return timeColumns({ from: startMs, to: endMs }, columns);
}

/** The columns that hold readings, in the order of time, and the silence that breaks a line. */
export function gatherColumns(
  rows: readonly HistoryRow[],
  request: ColumnRequest,
): { columns: readonly Column[]; gapMs: number } {
  const { fields, startMs, endMs } = request;
  const { origin, columnMs } = columnsOf(request);
  const ordered = rows
    .filter((row) => row.ts >= startMs && row.ts < endMs)
    .sort((a, b) => a.ts - b.ts);
  const times = ordered.map((row) => row.ts);
  return {
    columns: gather(ordered, fields, origin, columnMs),
    gapMs: gapThresholdMs(times, columnMs),
  };
}

function gather(
  ordered: readonly HistoryRow[],
  fields: readonly string[],
  origin: number,
  columnMs: number,
): Column[] {
  const columns: Column[] = [];
  let index = -1;
  for (const row of ordered) {
    const at = Math.floor((row.ts - origin) / columnMs);
    if (at !== index || columns.length === 0) {
      columns.push({ index: at, firstMs: row.ts, lastMs: row.ts, min: new Map(), max: new Map() });
      index = at;
    }
    const column = columns[columns.length - 1]!;
    column.lastMs = row.ts;
    for (const field of fields) {
      const value = row[field];
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      column.min.set(field, Math.min(value, column.min.get(field) ?? value));
      column.max.set(field, Math.max(value, column.max.get(field) ?? value));
    }
  }
  return columns;
}

/** Every field breaks its own line: one phase may be silent while the others speak. */
function withGaps(
  columns: readonly Column[],
  fields: readonly string[],
  gapMs: number,
): ChartColumns {
  const times: number[] = [];
  const source: (Column | undefined)[] = [];
  columns.forEach((column, i) => {
    const before = columns[i - 1];
    if (before !== undefined && column.firstMs - before.lastMs > gapMs) {
      times.push((before.lastMs + column.firstMs) / 2);
      source.push(undefined);
    }
    times.push((column.firstMs + column.lastMs) / 2);
    source.push(column);
  });
  const min: Record<string, Cell[]> = {};
  const max: Record<string, Cell[]> = {};
  const present: string[] = [];
  for (const field of fields) {
    const holes = holesOf(field, times, source, gapMs);
    if (holes === undefined) continue;
    present.push(field);
    min[field] = source.map((column, i) => column?.min.get(field) ?? holes[i]);
    max[field] = source.map((column, i) => column?.max.get(field) ?? holes[i]);
  }
  return { times, min, max, present };
}

/** What stands in the places of a field without a value; undefined when it has none at all. */
function holesOf(
  field: string,
  times: readonly number[],
  source: readonly (Column | undefined)[],
  gapMs: number,
): (null | undefined)[] | undefined {
  const holes: (null | undefined)[] = source.map(() => undefined);
  let last = -1;
  source.forEach((column, i) => {
    if (column?.min.has(field) !== true) return;
    const silent = last >= 0 && times[i]! - times[last]! > gapMs;
    if (silent) for (let k = last + 1; k < i; k += 1) holes[k] = null;
    last = i;
  });
  return last < 0 ? undefined : holes;
}
