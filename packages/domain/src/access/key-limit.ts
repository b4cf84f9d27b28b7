/**
 * Rate limits of an API key: a number of requests in any minute and, optionally, a number per day
 * in the customer's time zone. Requests are counted per second; a minute covers 61 of these
 * seconds, so that no span of 60 s ever contains more than the limit, wherever in a second it
 * begins.
 */

/** Maximum requests per minute: the default, and the highest value that can be configured. */
export const KEY_PER_MINUTE = { usual: 300, most: 6000 } as const;
/** Upper bounds of the limits, whatever the installation allows. */
export const KEY_PER_MINUTE_BOUND = 30_000;
export const KEY_PER_DAY_BOUND = 10_000_000;
export const KEY_SECONDS = 61;

export interface KeyLimits {
  readonly perMinute: number;
  /** Null means no daily limit. */
  readonly perDay: number | null;
}

export interface KeyUse {
  /** Unix time of the newest count, in seconds. */
  readonly second: number;
  /** Accepted requests per second, newest first: `KEY_SECONDS` counts. */
  readonly seconds: readonly number[];
  /** Day of the two counts below, `YYYY-MM-DD` in the customer's zone. */
  readonly day: string;
  readonly used: number;
  readonly refused: number;
}

/**
 * Effective limits of a key. If the installation lowers its maximum below the configured value, the
 * maximum applies immediately.
 */
export function limitsInForce(
  chosen: { readonly perMinute: number | null; readonly perDay: number | null },
  { usual, most }: { readonly usual: number; readonly most: number },
): KeyLimits {
  return { perMinute: Math.min(chosen.perMinute ?? usual, most), perDay: chosen.perDay };
}

/** Requests accepted in the last minute; 0 for a key that was never used. */
export function usedLastMinute(use: KeyUse | undefined, now: number): number {
  if (use === undefined) return 0;
  return sumOf(use.seconds, KEY_SECONDS - secondsSince(use, now));
}

/** Requests accepted and rejected on this day. */
export function usedToday(
  use: KeyUse | undefined,
  today: string,
): { readonly used: number; readonly refused: number } {
  if (use === undefined || use.day < today) return { used: 0, refused: 0 };
  return { used: use.used, refused: use.refused };
}

/** Whole seconds until the minute has capacity for another request; 0 if it has capacity now. */
export function secondsUntilRoom(use: KeyUse, perMinute: number, now: number): number {
  const since = secondsSince(use, now);
  for (let wait = 0; wait < KEY_SECONDS; wait += 1) {
    if (sumOf(use.seconds, KEY_SECONDS - since - wait) < perMinute) return wait;
  }
  return KEY_SECONDS;
}

/** The clock of another process may be ahead by a second; that counts as no elapsed time. */
const secondsSince = ({ second }: KeyUse, now: number): number =>
  Math.max(Math.floor(now / 1000) - second, 0);

function sumOf(seconds: readonly number[], newest: number): number {
  return seconds.slice(0, Math.max(newest, 0)).reduce((sum, count) => sum + count, 0);
}
