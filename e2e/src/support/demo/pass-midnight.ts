import { setTimeout } from 'node:timers/promises';
import { formatLocal } from '@busbar/domain/calendar';

const DAY_MS = 86_400_000;

/**
 * Waits for the next day of the zone if it begins within `runMs`, so that "today" is constant
 * during the run.
 */
export async function passMidnight(zone: string, runMs: number): Promise<void> {
  const now = Date.now();
  const left = untilMidnight(now, zone);
  if (left <= runMs) await setTimeout(left);
}

/** Milliseconds until 00:00 in the zone; invalid on days with a daylight saving change. */
export function untilMidnight(now: number, zone: string): number {
  const [hours, minutes, seconds] = formatLocal(now, zone).slice(11, 19).split(':').map(Number);
  const sinceMidnight = ((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + (now % 1000);
  return DAY_MS - sinceMidnight;
}
