/**
 * Due timers of a device's timer table. The run times follow the platform's own rule (domain
 * `timer/next-run.ts`), so that device and platform use the same minute.
 */
import type { DeviceTimer } from '@busbar/device-protocol/down/down-command';
import { LATEST_RUN_MS, nextRun } from '@busbar/domain/timer/next-run';

/** Returns the first instant after `after` at which the timer fires. */
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

/** Returns the firings after `from` and up to `now` in order, without those too late to run. */
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
