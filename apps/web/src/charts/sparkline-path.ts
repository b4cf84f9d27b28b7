/**
 * A sparkline as SVG path: the last minutes of one value, in a box of given size. The line is
 * broken where the device was silent, and a flat line stays in the middle instead of filling the
 * box with noise.
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
  /** A silence longer than this breaks the line. */
  readonly gapMs: number;
  /** Smallest range of values that may fill the box. */
  readonly leastRange: number;
}

/** Pieces without a gap, in order of time. */
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

/** Path data, empty when there is no point in the span. */
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
  // One unit of air above and below keeps the stroke inside the box.
  const y = (value: number) => 1 + (0.5 - (value - middle) / range) * Math.max(0, box.height - 2);
  const digits = (n: number) => Math.round(n * 10) / 10;
  return splitSegments(inside, box.gapMs)
    .map((segment) => {
      const steps = segment.map((p) => `${digits(x(p.ts))} ${digits(y(p.value))}`);
      // A lone reading between two silences still leaves a mark.
      return steps.length === 1 ? `M${steps[0]}h0.1` : `M${steps.join('L')}`;
    })
    .join('');
}
