/**
 * Several histories on one axis. Each is divided over its own span into the same number of columns,
 * and columns of the same place stand under each other, so that one row of the result holds what
 * all of them showed then; a span of another time is thereby drawn shifted.
 */
import {
  type Cell,
  type ChartColumns,
  columnsOf,
  gatherColumns,
  type HistoryRow,
} from './history-columns.ts';

export interface ComparedLine {
  /** Names the line in the result. */
  readonly key: string;
  readonly rows: readonly HistoryRow[];
  /** The quantity of it that is drawn. */
  readonly field: string;
  /** Where its own span begins, ms; it is as long as that of the axis. */
  readonly startMs: number;
}

export interface ComparedSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly columns: number;
}

/**
 * Columns that hold a value of some line, or end one. Their times are the middles of the readings
 * in them, so that a single reading stands at its own time.
 */
export function comparedColumns(lines: readonly ComparedLine[], span: ComparedSpan): ChartColumns {
  const cells = lines.map((line) => cellsOf(line, span));
  const { origin, columnMs } = columnsOf(span);
  const kept: number[] = [];
  for (let at = 0; at < span.columns; at += 1) {
    if (cells.some(({ min }) => min[at] !== undefined)) kept.push(at);
  }
  const pick = (values: readonly Cell[]) => kept.map((at) => values[at]);
  return {
    times: kept.map((at) => {
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
  /** First and last reading of a column, on the axis. */
  const times: (readonly [number, number] | undefined)[] = [];
  const shiftMs = span.startMs - startMs;
  let last: { index: number; firstMs: number; lastMs: number } | undefined;
  const endsLine = ({ firstMs, lastMs }: { firstMs: number; lastMs: number }) =>
    starts.some((ms) => ms >= firstMs && ms <= lastMs);
  for (const { index, firstMs, lastMs, ...extremes } of columns) {
    const low = extremes.min.get(field);
    if (low === undefined) continue;
    // A gap is longer than two columns, so that one between them is free to end the line.
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
