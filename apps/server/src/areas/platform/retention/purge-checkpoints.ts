/**
 * Purges ledger checkpoints at the ends of frozen days: only the last one of each device is needed,
 * as the state from which the device may be folded again.
 */
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { readThinnedBefore } from '../../telemetry/readings/thinned-before.ts';

const DEVICES_AT_ONCE = 200;
const RUN_MS = 3_000;

interface Place {
  edge: number;
  customerId: number;
  deviceId: number;
}
/** Last device whose checkpoints were purged, for the purge limit at that time. */
const placeOf = new WeakMap<Context['database'], Place>();

export async function purgeCheckpoints(ctx: Context): Promise<void> {
  const { database, clock } = ctx;
  const edge = await readThinnedBefore(database.db, 'energy_register');
  if (edge === undefined) return;
  let place = placeOf.get(database);
  if (place?.edge !== edge) place = { edge, customerId: 0, deviceId: 0 };
  placeOf.set(database, place);
  const started = clock.monotonic();
  while (clock.monotonic() - started <= RUN_MS) {
    const last = await forgetOfSome(ctx, place);
    if (last === undefined) return;
    Object.assign(place, last);
    await yieldToEventLoop();
  }
}

/** Any day more than one day before the purge limit has ended in every time zone. */
async function forgetOfSome(
  { database: { db } }: Context,
  { edge, customerId, deviceId }: Place,
): Promise<Omit<Place, 'edge'> | undefined> {
  const { rows } = await sql<Omit<Place, 'edge'>>`
    with heads as (
      select customer_id, device_id from energy_head
      where (customer_id, device_id) > (${customerId}, ${deviceId})
      order by 1, 2 limit ${sql.lit(DEVICES_AT_ONCE)}),
    latest as (
      select heads.*, (select max(day) from energy_checkpoint c
        where c.customer_id = heads.customer_id and c.device_id = heads.device_id
          and c.day < (${instant(edge)} - interval '1 day')::date) as day
      from heads),
    gone as (
      delete from energy_checkpoint c using latest l
      where c.customer_id = l.customer_id and c.device_id = l.device_id and c.day < l.day)
    select customer_id as "customerId", device_id as "deviceId" from heads
    order by 1 desc, 2 desc limit 1`.execute(db);
  return rows[0];
}
