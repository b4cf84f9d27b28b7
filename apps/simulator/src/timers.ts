/**
 * A device's timer table: which are due. When each runs is the platform's own rule
 * (domain `timer/next-run.ts`), so that both mean the same minute.
 */
import type { DeviceTimer } from '@busbar/device-protocol/down-command';
import { LATEST_RUN_MS, nextRun } from '@busbar/domain/timer/next-run';

/** The first instant after `after` at which the timer fires. */
export function nextFiring(
  { days, at }: Pick<DeviceTimer, 'days' | 'at'>,
  after: number,
  zone: string,
): number | undefined {
  return nextRun({ days, time: at }, after, zone);
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
  const since = Math.max(from, now - LATEST_RUN_MS - 1);
  return timers
    .flatMap((timer) => {
      const at = nextFiring(timer, since, zone);
      return at === undefined || at > now ? [] : [{ timer, at }];
    })
    .sort((one, other) => one.at - other.at);
}
