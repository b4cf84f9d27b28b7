/**
 * Backoff after the socket closes. The pause doubles from 1 s to 30 s, and half of each pause is
 * random, so that a thousand screens do not reconnect at the same instant.
 */

const FIRST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 30_000;

/** Returns the pause in ms before an attempt (1 is the first retry); `random` is in [0, 1). */
export function reconnectPauseMs(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, attempt - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}
