/**
 * A sparkline as an SVG path: the last minutes of one value in a box of the given size. The line is
 * broken where the device was offline. A constant value is drawn in the middle, so that noise does
 * not fill the box.
 */
export interface SparkPoint {
  readonly ts: number;
  readonly value: number;
}

export interface SparkBox {
  readonly width: number;
  readonly height: number;
  readonly startMs: number;
  readonly endMs: number;
  /** A longer pause between two readings breaks the line. */
  readonly gapMs: number;
  /** Smallest value range that may fill the box. */
  readonly leastRange: number;
}

/** Returns segments without a gap, in time order. */
export function splitSegments(points: readonly SparkPoint[], gapMs: number): SparkPoint[][] {
  const segments: SparkPoint[][] = [];
  for (const point of [...points].sort((a, b) => a.ts - b.ts)) {
    const current = segments.at(-1);
    const last = current?.at(-1);
    if (current !== undefined && last !== undefined && point.ts - last.ts <= gapMs) {
      current.push(point);
    } else segments.push([point]);
  }
  return segments;
}

/** Returns the path data, or an empty string if no point is in the span. */
export function sparklinePath(points: readonly SparkPoint[], box: SparkBox): string {
  const inside = points.filter((p) => p.ts >= box.startMs && p.ts <= box.endMs);
  if (inside.length === 0) return '';
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { value } of inside) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const range = Math.max(high - low, box.leastRange);
  const middle = (high + low) / 2;
  const x = (ts: number) => ((ts - box.startMs) / (box.endMs - box.startMs)) * box.width;
  // One unit of padding above and below keeps the stroke inside the box.
  const y = (value: number) => 1 + (0.5 - (value - middle) / range) * Math.max(0, box.height - 2);
  const digits = (n: number) => Math.round(n * 10) / 10;
  return splitSegments(inside, box.gapMs)
    .map((segment) => {
      const steps = segment.map((p) => `${digits(x(p.ts))} ${digits(y(p.value))}`);
      // A single reading between two gaps is drawn as a dot.
      return steps.length === 1 ? `M${steps[0]}h0.1` : `M${steps.join('L')}`;
    })
    .join('');
}
