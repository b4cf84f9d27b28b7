/**
 * How often a program may ask with an API key: so many requests in any minute and, if its maker
 * wants, so many on a day of the customer. Requests are counted by the second; a minute reaches over
 * 61 of them, so that no span of 60 s ever holds more than the limit, wherever in a second it begins.
 */

/** Requests a minute of a key nobody chose a number for, and the highest anybody may choose. */
export const KEY_PER_MINUTE = { usual: 300, most: 6000 } as const;
/** What the counters hold, whatever the installation allows. */
export const KEY_PER_MINUTE_BOUND = 30_000;
export const KEY_PER_DAY_BOUND = 10_000_000;
export const KEY_SECONDS = 61;

export interface KeyLimits {
  readonly perMinute: number;
  /** Null: no limit of the day. */
  readonly perDay: number | null;
}

export interface KeyUse {
  /** Second since 1970 of the newest count. */
  readonly second: number;
  /** Requests let through by the second, the newest first, `KEY_SECONDS` of them. */
  readonly seconds: readonly number[];
  /** `YYYY-MM-DD` in the customer's zone, of the two counts below. */
  readonly day: string;
  readonly used: number;
  readonly refused: number;
}

/** What holds for a key: an installation that allows less than was chosen once is obeyed at once. */
export function limitsInForce(
  chosen: { readonly perMinute: number | null; readonly perDay: number | null },
  { usual, most }: { readonly usual: number; readonly most: number },
): KeyLimits {
  return { perMinute: Math.min(chosen.perMinute ?? usual, most), perDay: chosen.perDay };
}

/** Requests let through in the last minute; 0 for a key that was never used. */
export function usedLastMinute(use: KeyUse | undefined, now: number): number {
  if (use === undefined) return 0;
  return sumOf(use.seconds, KEY_SECONDS - secondsSince(use, now));
}

/** Let through and refused on this day. */
export function usedToday(
  use: KeyUse | undefined,
  today: string,
): { readonly used: number; readonly refused: number } {
  if (use === undefined || use.day < today) return { used: 0, refused: 0 };
  return { used: use.used, refused: use.refused };
}

/** Whole seconds until the minute has room for one request again; 0: it has. */
export function secondsUntilRoom(use: KeyUse, perMinute: number, now: number): number {
  const since = secondsSince(use, now);
  for (let wait = 0; wait < KEY_SECONDS; wait += 1) {
    if (sumOf(use.seconds, KEY_SECONDS - since - wait) < perMinute) return wait;
  }
  return KEY_SECONDS;
}

/** Another process may be ahead by a second; that is no time gone by. */
const secondsSince = ({ second }: KeyUse, now: number): number =>
  Math.max(Math.floor(now / 1000) - second, 0);

function sumOf(seconds: readonly number[], newest: number): number {
  return seconds.slice(0, Math.max(newest, 0)).reduce((sum, count) => sum + count, 0);
}
