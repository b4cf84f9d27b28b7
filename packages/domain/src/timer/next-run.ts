/**
 * Runs of a weekly timer (docs/specification/control.md 5.1; docs/promises.md C11: timers run once
 * or are reported missed). Its clock time is local. A time that occurs twice on a day runs at the
 * first, one that is skipped at the next valid minute. A run that is over a minute late is missed
 * and never caught up: a command intended for 18:30 must not be executed at 19:00.
 * `timer-holder.ts` decides where it runs.
 */
import { offsetMs, parseLocal } from '../calendar.ts';

/** Days of the week as a bit mask, 1 is Monday, 64 Sunday; and a clock time `HH:mm`. */
export interface WeeklyTime {
  readonly days: number;
  readonly time: string;
}

export const EVERY_DAY = 127;
/** Maximum delay (ms) at which a run is still on time. */
export const LATEST_RUN_MS = 60_000;

const DAY_MS = 86_400_000;

export function isDays(mask: number): boolean {
  return Number.isInteger(mask) && mask >= 1 && mask <= EVERY_DAY;
}

/** True if both timers run at the same minute of some day. */
export function coincide(one: WeeklyTime, other: WeeklyTime): boolean {
  return one.time === other.time && (one.days & other.days) !== 0;
}

/** The first run after `after`; ms since 1970. */
export function nextRun(
  { days, time }: WeeklyTime,
  after: number,
  zone: string,
): number | undefined {
  const localDay = Math.floor((after + offsetMs(after, zone)) / DAY_MS);
  // Eight days include every weekday, even if the time of today has passed.
  for (let day = localDay; day <= localDay + 7; day++) {
    const midnight = new Date(day * DAY_MS);
    const weekday = (midnight.getUTCDay() + 6) % 7;
    if ((days & (1 << weekday)) === 0) continue;
    const at = parseLocal(`${midnight.toISOString().slice(0, 10)} ${time}:00`, zone);
    if (at !== undefined && at > after) return at;
  }
  return undefined;
}

/** Maximum number of runs reported for one span: more than a year of days. */
const MAX_RUNS = 400;

/** All runs after `from` and up to `now`, oldest first; for a very long span only the newest. */
export function runsBetween(timer: WeeklyTime, from: number, now: number, zone: string): number[] {
  return runsUpTo((after) => nextRun(timer, after, zone), from, now);
}

/** All runs after `from` and up to `now`, for any function that returns the next run. */
export function runsUpTo(
  next: (after: number) => number | undefined,
  from: number,
  now: number,
): number[] {
  const runs: number[] = [];
  const since = Math.max(from, now - MAX_RUNS * DAY_MS);
  for (let at = next(since); at !== undefined && at <= now; at = next(at)) runs.push(at);
  return runs;
}

/** True if a run that was due at `due` is too late at `now`. */
export function isMissed(due: number, now: number): boolean {
  return now - due > LATEST_RUN_MS;
}
