/**
 * When a failed item is tried again: after 1 s, then twice as long each time up to five minutes,
 * scattered by a quarter either way, so that receivers that come back are not met by all at once.
 * After a day, or 300 attempts, it is dead.
 */
const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;
const DAY_MS = 86_400_000;
const MOST_ATTEMPTS = 300;

/** `chance` from 0 to 1. */
export function pauseAfter(attempts: number, chance: number): number {
  const pause = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS);
  return Math.round(pause * (0.75 + 0.5 * chance));
}

export function isDead(attempts: number, triedSince: number, now: number): boolean {
  return attempts >= MOST_ATTEMPTS || now - triedSince >= DAY_MS;
}
