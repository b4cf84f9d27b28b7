/**
 * Several histories on one axis. Each span is divided into the same number of columns, and columns
 * at the same position are aligned, so one row of the result contains the values of all lines at
 * that position. A span from a different time is therefore drawn shifted.
 */
import {
  type Cell,
  type ChartColumns,
  columnsOf,
  gatherColumns,
  type HistoryRow,
} from '../time/history-columns.ts';

export interface ComparedLine {
  /** Key of the line's values in the result. */
  readonly key: string;
  readonly rows: readonly HistoryRow[];
  /** Quantity of the line to draw. */
  readonly field: string;
  /** Start of the line's span, ms; the span has the same length as the axis. */
  readonly startMs: number;
}

export interface ComparedSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly columns: number;
}

/**
 * Returns the columns that contain a value of at least one line or the end of a line. Their times
 * are the midpoints of the readings they contain, so a single reading is drawn at its exact time.
 */
export function comparedColumns(lines: readonly ComparedLine[], span: ComparedSpan): ChartColumns {
  const cells = lines.map((line) => cellsOf(line, span));
  const { origin, columnMs } = columnsOf(span);
  const filled: number[] = [];
  for (let at = 0; at < span.columns; at += 1) {
    if (cells.some(({ min }) => min[at] !== undefined)) filled.push(at);
  }
  const pick = (values: readonly Cell[]) => filled.map((at) => values[at]);
  return {
    times: filled.map((at) => {
      const known = cells.flatMap(({ times }) => times[at] ?? []);
      if (known.length === 0) return origin + (at + 0.5) * columnMs;
      return (Math.min(...known) + Math.max(...known)) / 2;
    }),
    min: Object.fromEntries(lines.map(({ key }, i) => [key, pick(cells[i]!.min)])),
    max: Object.fromEntries(lines.map(({ key }, i) => [key, pick(cells[i]!.max)])),
    present: lines.map(({ key }) => key).filter((_, i) => cells[i]!.hasValue),
  };
}

function cellsOf({ rows, field, startMs }: ComparedLine, span: ComparedSpan) {
  const endMs = startMs + span.endMs - span.startMs;
  const request = { fields: [field], startMs, endMs, columns: span.columns };
  const { columns, gaps } = gatherColumns(rows, request);
  const starts = gaps.get(field)?.map((gap) => gap.startMs) ?? [];
  const min: Cell[] = new Array<Cell>(span.columns).fill(undefined);
  const max: Cell[] = [...min];
  /** Times of the first and the last reading of each column, on the time axis. */
  const times: (readonly [number, number] | undefined)[] = [];
  const shiftMs = span.startMs - startMs;
  let last: { index: number; firstMs: number; lastMs: number } | undefined;
  const endsLine = ({ firstMs, lastMs }: { firstMs: number; lastMs: number }) =>
    starts.some((ms) => ms >= firstMs && ms <= lastMs);
  for (const { index, firstMs, lastMs, ...extremes } of columns) {
    const low = extremes.min.get(field);
    if (low === undefined) continue;
    // A gap is longer than two columns, so at least one column inside it is free to end the line.
    if (last !== undefined && endsLine(last)) {
      min[last.index + 1] = null;
      max[last.index + 1] = null;
    }
    min[index] = low;
    max[index] = extremes.max.get(field);
    times[index] = [firstMs + shiftMs, lastMs + shiftMs];
    last = { index, firstMs, lastMs };
  }
  return { min, max, times, hasValue: last !== undefined };
}
