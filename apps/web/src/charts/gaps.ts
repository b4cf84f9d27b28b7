/**
 * Gaps between readings. A device reports in its own interval, and the interval can change within
 * the span: so a gap is judged by the intervals beside it, never by those of the whole span.
 */

export interface Gap {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Gaps {
  readonly found: readonly Gap[];
  /** Every gap longer than this is found, ms. */
  readonly leastMs: number;
}

export interface GapRequest {
  /** Width of a column of the chart, ms: gaps within one are not found. */
  readonly columnMs: number;
  /** The span, if the time before the first reading and after the last one counts too. */
  readonly within?: Gap;
}

/** Shortest gap: a device is called late after 90 s. */
const SHORTEST_GAP_MS = 90_000;
/** A gap is longer than this many usual intervals and columns. */
const USUAL_STEPS = 3;
const COLUMNS = 2;
/** Intervals on each side that the usual one is read from: at most, and at least. */
const NEIGHBOURS = 5;
const ENOUGH = 3;

/** `times`: of the readings, ms, ascending. */
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

/** The usual interval beside the step that ends at `at`; undefined without another step. */
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
