const FIRST_MS = 500;
const LONGEST_MS = 30_000;

const REFUSED_FIRST_MS = 600_000;
const REFUSED_LONGEST_MS = 3_600_000;

/**
 * Delay before the next connection attempt: exponential up to 30 s, with a jitter factor of 0.5 to
 * 1.5 so that a fleet does not reconnect at the same time. `attempt` counts from 0; `random` is in
 * [0, 1).
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 16)) * (0.5 + random);
}

/**
 * The delay after a refused connection. It is longer because a device that was deleted from the
 * platform, or has another secret there, would otherwise get its IP address banned for guessing,
 * and with it every other device behind that address.
 */
export function refusedDelayMs(refusals: number, random: number): number {
  const pause = REFUSED_FIRST_MS * 2 ** Math.min(refusals, 16);
  return Math.min(REFUSED_LONGEST_MS, pause) * (0.5 + random);
}
