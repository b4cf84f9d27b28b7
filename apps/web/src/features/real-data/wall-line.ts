/** Line of a cell as SVG paths, with its limits and scale, computed per pixel column. */
import { type SparkPoint, splitSegments } from '../../charts/spark/sparkline-path.ts';

export interface LineRange {
  readonly low: number;
  readonly high: number;
  /** Values at the bottom and top of the box. */
  readonly bottom: number;
  readonly top: number;
}

export interface LineBox {
  /** In CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly startMs: number;
  readonly endMs: number;
  /** A longer pause between readings breaks the line. */
  readonly gapMs: number;
  /** Smallest range of values that may fill the box. */
  readonly leastRange: number;
  /** Limits, drawn if they are within the box. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface WallLine {
  readonly range: LineRange;
  /** Path data, in CSS pixels. */
  readonly line: string;
  readonly limits: string;
}

/** All points must be within the span; returns undefined if there are none. */
export function wallLine(points: readonly SparkPoint[], box: LineBox): WallLine | undefined {
  const range = rangeOf(points, box.leastRange);
  if (range === undefined) return undefined;
  const { bottom, top } = range;
  const { width, height, startMs, endMs } = box;
  const x = (ts: number) => ((ts - startMs) / (endMs - startMs)) * width;
  // One unit of padding keeps the stroke inside.
  const y = (value: number) =>
    tenth(1 + ((top - value) / (top - bottom)) * Math.max(0, height - 2));
  const line = splitSegments(points, box.gapMs).map((segment) => {
    const steps = thinned(segment, ({ ts }) => Math.floor(x(ts)));
    const path = `M${steps.map(({ ts, value }) => `${tenth(x(ts))} ${y(value)}`).join('L')}`;
    // A single reading between two gaps still draws a visible mark.
    return steps.length === 1 ? `${path}h3` : path;
  });
  const limits = [box.low, box.high].map((limit) =>
    limit === null || limit < bottom || limit > top ? '' : `M0 ${y(limit)}H${tenth(width)}`,
  );
  return { range, line: line.join(''), limits: limits.join('') };
}

const tenth = (n: number) => Math.round(n * 10) / 10;

/** The first, lowest, highest and last point of a column draw the same as all of them. */
function thinned(
  points: readonly SparkPoint[],
  columnOf: (point: SparkPoint) => number,
): readonly SparkPoint[] {
  const drawnPoints: SparkPoint[] = [];
  for (let from = 0; from < points.length; ) {
    const column = columnOf(points[from]!);
    let to = from + 1;
    let [lowest, highest] = [from, from];
    for (; to < points.length && columnOf(points[to]!) === column; to++) {
      if (points[to]!.value < points[lowest]!.value) lowest = to;
      if (points[to]!.value > points[highest]!.value) highest = to;
    }
    const drawn = [
      ...new Set([from, Math.min(lowest, highest), Math.max(lowest, highest), to - 1]),
    ];
    drawnPoints.push(...drawn.map((at) => points[at]!));
    from = to;
  }
  return drawnPoints;
}

/** The scale does not extend below zero if no value is negative. */
export function rangeOf(points: readonly SparkPoint[], leastRange: number): LineRange | undefined {
  if (points.length === 0) return undefined;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { value } of points) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const span = Math.max(high - low, leastRange);
  const centred = (high + low - span) / 2;
  const bottom = low >= 0 ? Math.max(0, centred) : centred;
  return { low, high, bottom, top: bottom + span };
}
