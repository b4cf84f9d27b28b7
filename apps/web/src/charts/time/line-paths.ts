/**
 * Paths of a line in canvas pixels. Readings that fall on one pixel column are merged into their
 * minimum and their maximum, so a single reading that deviates stays visible. The minimum is drawn
 * only where it differs from the maximum, and the band between them is filled as a polygon, because
 * a clip along both lines takes several times as long as the lines themselves.
 */
import type uPlot from 'uplot';
import type { Cell } from './history-columns.ts';

type Cells = ArrayLike<Cell>;

/** Pixels of the maximum (`top`) and the minimum (`bottom`) of a pixel column; y points down. */
export interface PixelColumn {
  readonly x: number;
  top: number;
  bottom: number;
}

/**
 * Returns the connected parts of a line. `tops` and `bottoms` are pixels by index of `xs`; in them,
 * `null` ends a part and `undefined` is skipped.
 */
export function pixelRuns(xs: readonly number[], tops: Cells, bottoms: Cells): PixelColumn[][] {
  const runs: PixelColumn[][] = [];
  let run: PixelColumn[] = [];
  xs.forEach((x, at) => {
    const [top, bottom] = [tops[at], bottoms[at]];
    if (top === null || bottom === null) run = [];
    if (typeof top !== 'number' || typeof bottom !== 'number') return;
    const last = run.at(-1);
    if (last?.x === x) {
      last.top = Math.min(last.top, top);
      last.bottom = Math.max(last.bottom, bottom);
      return;
    }
    if (run.length === 0) runs.push(run);
    run.push({ x, top, bottom });
  });
  return runs;
}

/** Returns the first and last index of each part of a run in which minimum and maximum differ. */
export function rangedParts(run: readonly PixelColumn[]): [first: number, last: number][] {
  const parts: [number, number][] = [];
  const isRanged = ({ top, bottom }: PixelColumn) => top !== bottom;
  for (let at = 1; at < run.length; at += 1) {
    if (!isRanged(run[at - 1]!) && !isRanged(run[at]!)) continue;
    const part = parts.at(-1);
    if (part?.[1] === at - 1) part[1] = at;
    else parts.push([at - 1, at]);
  }
  return parts;
}

/** Draws a line of which the minima are the series before it and the maxima the series itself. */
export const rangePaths: uPlot.Series.PathBuilder = (chart, series, from, to) => {
  const [times] = chart.data;
  const xs: number[] = [];
  for (let at = from; at <= to; at += 1) {
    xs.push(Math.round(chart.valToPos(times[at]!, 'x', true)));
  }
  const pixelsOf = (index: number): Cell[] =>
    Array.from(chart.data[index]!.slice(from, to + 1), (value) =>
      typeof value === 'number' ? Math.round(chart.valToPos(value, 'y', true)) : value,
    );
  const stroke = new Path2D();
  const fill = new Path2D();
  for (const run of pixelRuns(xs, pixelsOf(series), pixelsOf(series - 1))) {
    addRun(run, stroke, fill);
  }
  return { stroke, fill, flags: 0 };
};

function addRun(run: readonly PixelColumn[], stroke: Path2D, fill: Path2D): void {
  const { x, top } = run[0]!;
  stroke.moveTo(x, top);
  for (const column of run) stroke.lineTo(column.x, column.top);
  // Without another column there is no line but the range of this one.
  if (run.length === 1) stroke.lineTo(x, run[0]!.bottom);
  for (const [first, last] of rangedParts(run)) {
    stroke.moveTo(run[first]!.x, run[first]!.bottom);
    fill.moveTo(run[first]!.x, run[first]!.bottom);
    for (let at = first; at <= last; at += 1) {
      stroke.lineTo(run[at]!.x, run[at]!.bottom);
      fill.lineTo(run[at]!.x, run[at]!.bottom);
    }
    for (let at = last; at >= first; at -= 1) fill.lineTo(run[at]!.x, run[at]!.top);
    fill.closePath();
  }
}
