/**
 * The pause before the platform connects to a line again: 1 s, doubled with each failure up to a
 * minute, with a jitter of plus or minus a quarter, so that lines behind one router do not return
 * in the same moment.
 */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
const MAX_DOUBLINGS = 6;

/** A connection that lasted this long was no failure. */
const STABLE_MS = 60_000;

/** `failures` is the number of failures in a row, `chance` a random number between 0 and 1. */
export function dialPauseMs(failures: number, chance: number): number {
  const doublings = Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS);
  const pause = Math.min(FIRST_MS * 2 ** doublings, LONGEST_MS);
  return Math.round(pause * (0.75 + 0.5 * chance));
}

/** Number of failures in a row after a connection that ended; `answeredMs` is 0 if none answered. */
export function failuresAfter(failures: number, answeredMs: number): number {
  return answeredMs >= STABLE_MS ? 1 : failures + 1;
}
