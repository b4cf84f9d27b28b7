/** Ratings of devices before they were changed: earlier energy is checked with those of its time. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { markDeviceFromToday } from './energy-flag-queries.ts';

export interface FormerRating {
  /** Time of the change, epoch ms. */
  readonly until: number;
  /** Null if unknown. */
  readonly voltageV: number | null;
  readonly currentA: number | null;
}

interface NewRating {
  readonly ratedVoltageV?: number | undefined;
  readonly ratedCurrentA?: number | undefined;
}

/** Bounds the list of a device that reports other ratings on each connect. */
const MAX_STORED = 50;

/**
 * Must be called before the new ratings are written; does nothing if they are the stored ones. Keeps
 * the present ratings, and flags the device from the start of today. Ratings of a device that has
 * not sent a register yet are not kept, because nothing was counted with them.
 */
export async function keepFormerRating(
  trx: Executor,
  customerId: number,
  deviceId: number,
  { ratedVoltageV, ratedCurrentA }: NewRating,
  now: number,
): Promise<void> {
  if (ratedVoltageV === undefined && ratedCurrentA === undefined) return;
  const ofDevice = (table: string) => sql`exists (select from ${sql.table(table)}
    where customer_id = ${customerId} and device_id = ${deviceId})`;
  const { rows } = await sql<Omit<FormerRating, 'until'> & { earlier: FormerRating[] | null }>`
    select rated_voltage_v as "voltageV", rated_current_a as "currentA", former_ratings as earlier
    from device
    where customer_id = ${customerId} and device_id = ${deviceId}
      and (rated_voltage_v is distinct from coalesce(${ratedVoltageV ?? null}::real, rated_voltage_v)
        or rated_current_a is distinct from coalesce(${ratedCurrentA ?? null}::real, rated_current_a))
      and (${ofDevice('energy_head')} or ${ofDevice('energy_work')} or ${ofDevice('energy_dirty')})
    for update`.execute(trx);
  const [row] = rows;
  if (row === undefined) return;
  const { earlier, voltageV, currentA } = row;
  const all = withinMax([...(earlier ?? []), { until: now, voltageV, currentA }]);
  await sql`update device set former_ratings = ${JSON.stringify(all)}::jsonb
    where customer_id = ${customerId} and device_id = ${deviceId}`.execute(trx);
  await markDeviceFromToday(trx, customerId, deviceId, now);
}

/** Joins the two oldest ratings, with the higher values, if there are too many. */
function withinMax(all: readonly FormerRating[]): readonly FormerRating[] {
  const [first, second, ...others] = all;
  if (all.length <= MAX_STORED || first === undefined || second === undefined) return all;
  const joined: FormerRating = {
    until: second.until,
    voltageV: higher(first.voltageV, second.voltageV),
    currentA: higher(first.currentA, second.currentA),
  };
  return [joined, ...others];
}

/** An unknown rating has the highest limit. */
function higher(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.max(one, other);
}
