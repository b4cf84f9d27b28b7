/**
 * Frozen days: some of their registers were purged, so their energy is never recomputed. A fold
 * that starts over begins after them, from the checkpoint at their end.
 */
import { bookingDayOf } from '@busbar/domain/energy/day-slots';
import type { LocalDate } from '@busbar/domain/local-date';
import type { Executor } from '../../../storage/database.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinning-queries.ts';

export interface CurrentDays {
  /** The last frozen day. */
  readonly day: LocalDate;
  /** End of that day, epoch ms; all registers after it are stored. */
  readonly until: number;
}

/** Returns a lookup by time zone, which returns undefined if all registers are stored. */
export async function readCurrentDays(
  db: Executor,
): Promise<(zone: string) => CurrentDays | undefined> {
  const edge = await readThinnedBefore(db, 'energy_register');
  return (zone) => {
    if (edge === undefined) return undefined;
    const { day, end } = bookingDayOf(edge, zone);
    return { day, until: end };
  };
}
