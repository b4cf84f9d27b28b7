const FIRST_MS = 500;
const LONGEST_MS = 30_000;

const REFUSED_FIRST_MS = 600_000;
const REFUSED_LONGEST_MS = 3_600_000;

/**
 * Pause before the next attempt to connect: doubled each time up to 30 s, and
 * scattered from half to one and a half, so that a fleet does not come back as
 * one wave. `attempt` counts from 0; `random` is in [0, 1).
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16)) * (0.5 + random);
}

/**
 * The same after a line that was refused: whoever was taken off the platform or
 * has another secret there would otherwise have his whole address banned for
 * guessing, and every other device behind it.
 */
export function refusedDelayMs(refusals: number, random: number): number {
  const pause = REFUSED_FIRST_MS * 2 ** Math.min(refusals, 16);
  return Math.min(REFUSED_LONGEST_MS, pause) * (0.5 + random);
}
