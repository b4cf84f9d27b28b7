/**
 * The zone's offset for hot loops over months: one question to the zone's rules
 * per UTC day, instead of one per quarter hour (17 us each, 30 s for a demo
 * fleet's history). Days on which the offset changes ask the calendar.
 */
import { offsetMs } from '../calendar.ts';

export const DAY_MS = 86_400_000;

/** Offset of a whole UTC day; null when it changes within. */
const known = new Map<string, Map<number, number | null>>();

export function fastOffsetMs(ms: number, zone: string): number {
  const day = Math.floor(ms / DAY_MS);
  let days = known.get(zone);
  if (days === undefined) {
    days = new Map();
    known.set(zone, days);
  }
  let offset = days.get(day);
  if (offset === undefined) {
    const atStart = offsetMs(day * DAY_MS, zone);
    // A zone never changes twice in a day, so equal ends mean no change.
    offset = atStart === offsetMs((day + 1) * DAY_MS, zone) ? atStart : null;
    days.set(day, offset);
  }
  return offset ?? offsetMs(ms, zone);
}
