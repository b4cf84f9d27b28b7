/**
 * Gaps between readings. A device reports at its configured interval, and the interval can change
 * within the span, so a gap is detected from the neighbouring intervals, never from those of the
 * whole span.
 */

export interface Gap {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Gaps {
  readonly found: readonly Gap[];
  /** Every gap that is longer than this is reported, ms. */
  readonly leastMs: number;
}

export interface GapRequest {
  /** Width of a chart column, ms; gaps within one column are not reported. */
  readonly columnMs: number;
  /** The full span; set if the time before the first and after the last reading also counts. */
  readonly within?: Gap;
}

/** A shorter pause is not a gap: a device counts as late after 90 s. */
const SHORTEST_GAP_MS = 90_000;
/** A gap must exceed this many typical intervals and this many columns. */
const USUAL_STEPS = 3;
const COLUMNS = 2;
/** A gap must be longer than this many typical intervals, and than this many columns. */
const NEIGHBOURS = 5;
const ENOUGH = 3;

/** Finds gaps; `times` are the times of the readings in ms, ascending. */
export function findGaps(times: readonly number[], { columnMs, within }: GapRequest): Gaps {
  const shortestMs = Math.max(SHORTEST_GAP_MS, COLUMNS * columnMs);
  const found: Gap[] = [];
  let leastMs = shortestMs;
  const [first, last] = within === undefined ? [1, times.length - 1] : [0, times.length];
  for (let at = first; at <= last; at += 1) {
    const startMs = times[at - 1] ?? within!.startMs;
    const endMs = times[at] ?? within!.endMs;
    if (endMs - startMs <= shortestMs) continue;
    const isBetween = at > 0 && at < times.length;
    const usualMs = usualStepMs(times, at) ?? (isBetween ? endMs - startMs : 0);
    const thresholdMs = Math.max(shortestMs, USUAL_STEPS * usualMs);
    if (endMs - startMs > thresholdMs) found.push({ startMs, endMs });
    leastMs = Math.max(leastMs, thresholdMs);
  }
  return { found, leastMs };
}

/**
 * Returns the typical interval around the step between readings that ends at `at`, or undefined if
 * there is no other step.
 */
function usualStepMs(times: readonly number[], at: number): number | undefined {
  const before = stepsOf(times, at - 1 - NEIGHBOURS, at - 1);
  const after = stepsOf(times, at, at + NEIGHBOURS);
  const sides = [before, after].filter((steps) => steps.length >= ENOUGH);
  // Where the interval changes, the step may belong to either side.
  if (sides.length > 0) return Math.max(...sides.map((steps) => median(steps)!));
  return median([...before, ...after]);
}

function stepsOf(times: readonly number[], from: number, to: number): number[] {
  const part = times.slice(Math.max(0, from), Math.max(0, to + 1));
  return part.slice(1).map((time, i) => time - part[i]!);
}

function median(steps: readonly number[]): number | undefined {
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)];
}
