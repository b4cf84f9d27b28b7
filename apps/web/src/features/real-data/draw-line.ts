/** A line of readings on a canvas, as `charts/sparkline-path.ts` draws it in SVG, with its limits. */
import { type SparkPoint, splitSegments } from '../../charts/sparkline-path.ts';

export interface LineRange {
  readonly low: number;
  readonly high: number;
  /** Values at the lower and the upper edge. */
  readonly bottom: number;
  readonly top: number;
}

/** What is asked of the page once and not for each drawing, which would lay it out anew. */
interface LinePaper {
  /** In CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly ink: LineInk;
}

interface LineInk {
  readonly line: string;
  readonly limits: string;
}

interface LineBox {
  readonly startMs: number;
  readonly endMs: number;
  /** A silence longer than this breaks the line. */
  readonly gapMs: number;
  /** Smallest range of values that may fill the box. */
  readonly leastRange: number;
  /** Limits; drawn where they lie within the box. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The colours of the page as it is now. */
export function inkOf(canvas: HTMLCanvasElement): LineInk {
  const style = getComputedStyle(canvas);
  return { line: style.color, limits: style.getPropertyValue('--red') };
}

/** All points lie in the span; the answer is what they reach and the scale, undefined when there are none. */
export function drawLine(
  canvas: HTMLCanvasElement,
  { size, ink }: LinePaper,
  points: readonly SparkPoint[],
  box: LineBox,
): LineRange | undefined {
  const range = rangeOf(points, box.leastRange);
  const context = canvas.getContext('2d');
  if (context === null) return range;
  const scale = devicePixelRatio;
  const width = Math.round(size.width * scale);
  const height = Math.round(size.height * scale);
  // Setting the size clears the canvas and costs a buffer: only when it has changed.
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.clearRect(0, 0, width, height);
  if (range === undefined) return undefined;
  const { bottom, top } = range;
  const x = (ts: number) => ((ts - box.startMs) / (box.endMs - box.startMs)) * width;
  // A unit of air keeps the stroke inside.
  const y = (value: number) => scale + ((top - value) / (top - bottom)) * (height - 2 * scale);
  context.lineWidth = scale;
  context.strokeStyle = ink.limits;
  context.setLineDash([3 * scale, 3 * scale]);
  context.beginPath();
  for (const limit of [box.low, box.high]) {
    if (limit === null || limit < bottom || limit > top) continue;
    context.moveTo(0, y(limit));
    context.lineTo(width, y(limit));
  }
  context.stroke();
  context.setLineDash([]);
  context.lineWidth = 1.5 * scale;
  context.strokeStyle = ink.line;
  context.beginPath();
  for (const segment of splitSegments(points, box.gapMs)) {
    for (const [i, { ts, value }] of segment.entries()) {
      if (i === 0) context.moveTo(x(ts), y(value));
      else context.lineTo(x(ts), y(value));
    }
    // A lone reading between two silences still leaves a mark that is seen.
    if (segment.length === 1) context.lineTo(x(segment[0]!.ts) + 3 * scale, y(segment[0]!.value));
  }
  context.stroke();
  return range;
}

/** What never falls below zero is not drawn as if it could. */
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
