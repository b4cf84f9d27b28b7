/** The runs that a due timer must record, and its next run. */
import { formatLocal } from '@busbar/domain/calendar';
import { nextRun, runsBetween, runsUpTo } from '@busbar/domain/timer/next-run';
import { nextSunRun, SUN_RUN_GAP_MS } from '@busbar/domain/timer/sun-time';
import type { DueTimer } from './due-timer-queries.ts';

/**
 * Returns the due runs. Those of a clock timer are recomputed by the zone's current rules, which
 * may have changed since the next run was set. For a sun timer the stored next run counts, because
 * its location may have changed in the meantime, and that must neither lose a run nor repeat one.
 */
export function dueRuns(timer: DueTimer, now: number): readonly number[] {
  const { nextRunAt, zone } = timer;
  if (timer.sun === null) return runsBetween(timer, nextRunAt - 1, now, zone);
  return [nextRunAt, ...runsUpTo((after) => sunAfter(timer, after), laterThan(timer), now)];
}

/** Returns the next run; `time` is the local time of the sun event, `HH:mm`. */
export function runAfter(
  timer: DueTimer,
  now: number,
): { readonly at: number | undefined; readonly time?: string } {
  if (timer.sun === null) return { at: nextRun(timer, now, timer.zone) };
  const at = sunAfter(timer, Math.max(now, laterThan(timer)));
  return at === undefined ? { at } : { at, time: formatLocal(at, timer.zone).slice(11, 16) };
}

const laterThan = ({ nextRunAt }: DueTimer): number => nextRunAt + SUN_RUN_GAP_MS;

function sunAfter(
  { sun, offsetMin, days, zone, place }: DueTimer,
  after: number,
): number | undefined {
  if (sun === null || place === null) return undefined;
  return nextSunRun({ sun, offsetMin, days }, after, zone, place);
}
