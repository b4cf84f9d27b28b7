/**
 * Converts history rows to chart columns. The server thins a long span to two rows per time column,
 * its minima and its maxima; this module merges them into columns with one minimum and one maximum
 * per series, so no peak is lost and no mean is computed. An offline span stays empty: nothing is
 * drawn across it.
 */

import { type TimeColumns, timeColumns } from '@busbar/domain/device/time-columns';
import { findGaps, type Gap } from './gaps.ts';

export interface HistoryRow {
  readonly ts: number;
  readonly [field: string]: number | string | null | undefined;
}

export interface ColumnRequest {
  readonly fields: readonly string[];
  readonly startMs: number;
  readonly endMs: number;
  /** Number of columns of the span, about one per pixel. */
  readonly columns: number;
}

/** `null` ends the line (a gap); `undefined` means that this column has no value. */
export type Cell = number | null | undefined;

export interface ChartColumns {
  /** Milliseconds, ascending. */
  readonly times: readonly number[];
  readonly min: Readonly<Record<string, readonly Cell[]>>;
  readonly max: Readonly<Record<string, readonly Cell[]>>;
  /** Fields with at least one value, in the requested order. */
  readonly present: readonly string[];
}

/** Contents of a time column; only columns with readings exist. */
export interface Column {
  /** Zero-based index of the column in the span. */
  readonly index: number;
  firstMs: number;
  lastMs: number;
  readonly min: Map<string, number>;
  readonly max: Map<string, number>;
}

export function toChartColumns(rows: readonly HistoryRow[], request: ColumnRequest): ChartColumns {
  const { columns, gaps } = gatherColumns(rows, request);
  return withGaps(columns, request.fields, gaps);
}

/**
 * The division into columns must be the same as on the server; otherwise the minimum and the
 * maximum of a column would be assigned to different columns.
 */
export function columnsOf({ startMs, endMs, columns }: Omit<ColumnRequest, 'fields'>): TimeColumns {
  return timeColumns({ from: startMs, to: endMs }, columns);
}

/** Returns the columns that contain readings, in time order, and the gaps of each field. */
export function gatherColumns(
  rows: readonly HistoryRow[],
  request: ColumnRequest,
): { columns: readonly Column[]; gaps: ReadonlyMap<string, readonly Gap[]> } {
  const { fields, startMs, endMs } = request;
  const { origin, columnMs } = columnsOf(request);
  const ordered = rows
    .filter((row) => row.ts >= startMs && row.ts < endMs)
    .sort((a, b) => a.ts - b.ts);
  const gapsOf = (field: string) => {
    const times = ordered.flatMap((row) => (isReading(row[field]) ? [row.ts] : []));
    return findGaps(times, { columnMs }).found;
  };
  return {
    columns: gather(ordered, fields, origin, columnMs),
    gaps: new Map(fields.map((field) => [field, gapsOf(field)])),
  };
}

function isReading(value: HistoryRow[string]): value is number {
  return typeof value === 'number' && Number.isFinite(value);
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
      if (!isReading(value)) continue;
      column.min.set(field, Math.min(value, column.min.get(field) ?? value));
      column.max.set(field, Math.max(value, column.max.get(field) ?? value));
    }
  }
  return columns;
}

interface Place {
  readonly ms: number;
  /** Undefined for a point between two columns, at which a line ends. */
  readonly column: Column | undefined;
}

/** Breaks each field's line separately: one phase may have no readings while the others report. */
function withGaps(
  columns: readonly Column[],
  fields: readonly string[],
  gaps: ReadonlyMap<string, readonly Gap[]>,
): ChartColumns {
  const places: Place[] = columns.map((column) => ({
    ms: (column.firstMs + column.lastMs) / 2,
    column,
  }));
  for (const field of fields) {
    for (const { startMs, endMs } of gaps.get(field) ?? []) {
      // The column of the last reading may extend into the gap, so it cannot break the line.
      const isBroken = places.some(
        ({ ms, column }) => ms > startMs && ms < endMs && column?.min.has(field) !== true,
      );
      if (!isBroken) places.push({ ms: (startMs + endMs) / 2, column: undefined });
    }
  }
  places.sort((a, b) => a.ms - b.ms);
  const min: Record<string, Cell[]> = {};
  const max: Record<string, Cell[]> = {};
  const present = fields.filter((field) => columns.some((column) => column.min.has(field)));
  for (const field of present) {
    const isInGap = inGaps(gaps.get(field) ?? []);
    const holes = places.map(({ ms }) => (isInGap(ms) ? null : undefined));
    min[field] = places.map(({ column }, i) => column?.min.get(field) ?? holes[i]);
    max[field] = places.map(({ column }, i) => column?.max.get(field) ?? holes[i]);
  }
  return { times: places.map(({ ms }) => ms), min, max, present };
}

/** Returns a predicate that is true inside a gap; it must be called with ascending times. */
function inGaps(gaps: readonly Gap[]): (ms: number) => boolean {
  let at = 0;
  return (ms) => {
    while (at < gaps.length && gaps[at]!.endMs <= ms) at += 1;
    const gap = gaps[at];
    return gap !== undefined && ms > gap.startMs;
  };
}
