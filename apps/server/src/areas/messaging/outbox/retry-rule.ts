/**
 * Retry delays of a failed item: 1 s, doubled each time up to five minutes, with a jitter of plus
 * or minus a quarter, so that a receiver that recovers is not hit by all retries at once. After one
 * day, or 300 attempts, the item is dead.
 */
const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;
const DAY_MS = 86_400_000;
const MAX_ATTEMPTS = 300;

/** `chance` is a random number between 0 and 1. */
export function pauseAfter(attempts: number, chance: number): number {
  const pause = Math.min(FIRST_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_MS);
  return Math.round(pause * (0.75 + 0.5 * chance));
}

export function isDead(attempts: number, triedSince: number, now: number): boolean {
  return attempts >= MAX_ATTEMPTS || now - triedSince >= DAY_MS;
}
