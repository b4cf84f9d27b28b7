/**
 * Local times of a report. Offsets are cached, because the readings of a report share the same
 * quarters of an hour.
 */
import { offsetMs } from '@busbar/domain/calendar';

/** No time zone changes its offset inside a quarter of an hour of UTC. */
const QUARTER_MS = 900_000;

/** Returns the local wall-clock time as if it were UTC, epoch ms. */
export function reportClock(zone: string): (ms: number) => number {
  const offsets = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = offsetMs(ms, zone);
      offsets.set(quarter, offset);
    }
    return ms + offset;
  };
}
