import { setTimeout } from 'node:timers/promises';
import { formatLocal } from '@busbar/domain/calendar';

const DAY_MS = 86_400_000;

/**
 * Waits until midnight in the zone if it is less than `runMs` away, so that "today" does not change
 * during the run.
 */
export async function passMidnight(zone: string, runMs: number): Promise<void> {
  const now = Date.now();
  const left = untilMidnight(now, zone);
  if (left <= runMs) await setTimeout(left);
}

/**
 * Returns the milliseconds until 00:00 in the zone; wrong on days with a daylight saving change.
 */
export function untilMidnight(now: number, zone: string): number {
  const [hours, minutes, seconds] = formatLocal(now, zone).slice(11, 19).split(':').map(Number);
  const sinceMidnight = ((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + (now % 1000);
  return DAY_MS - sinceMidnight;
}
