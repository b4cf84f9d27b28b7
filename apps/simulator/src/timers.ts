/**
 * A device's timer table: when the next one fires, and which are due. Clock
 * times are local; one that occurs twice fires at the first, one that is
 * skipped at the next valid instant. A timer missed by more than a minute is
 * never caught up: what was meant for 18:30 must not happen at 19:00.
 */
import type { DeviceTimer } from '@busbar/device-protocol/down-command';
import { offsetMs, parseLocal } from '@busbar/domain/calendar';

export const CATCH_UP_MS = 60_000;

const DAY_MS = 86_400_000;

/** The first instant after `after` at which the timer fires. */
export function nextFiring(timer: DeviceTimer, after: number, zone: string): number | undefined {
  const localDay = Math.floor((after + offsetMs(after, zone)) / DAY_MS);
  // Eight days hold every weekday again, whatever has already passed today.
  for (let day = localDay; day <= localDay + 7; day++) {
    const midnight = new Date(day * DAY_MS);
    const weekday = (midnight.getUTCDay() + 6) % 7;
    if ((timer.days & (1 << weekday)) === 0) continue;
    const date = midnight.toISOString().slice(0, 10);
    const at = parseLocal(`${date} ${timer.at}:00`, zone);
    if (at !== undefined && at > after) return at;
  }
  return undefined;
}

export interface Firing {
  readonly timer: DeviceTimer;
  readonly at: number;
}

/** What fires after `from` and up to `now`, in sequence, without what was missed for too long. */
export function firingsBetween(
  timers: readonly DeviceTimer[],
  from: number,
  now: number,
  zone: string,
): Firing[] {
  const since = Math.max(from, now - CATCH_UP_MS - 1);
  return timers
    .flatMap((timer) => {
      const at = nextFiring(timer, since, zone);
      return at === undefined || at > now ? [] : [{ timer, at }];
    })
    .sort((one, other) => one.at - other.at);
}
