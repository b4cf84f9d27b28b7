/**
 * Data of the queries: a customer of 10,000 devices, seven of which have 30 days of one-minute
 * readings, stored in chronological order as by the ingest, so that the rows of one device are
 * scattered among those of the others.
 */
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { measurementColumns } from '../../../apps/server/src/storage/reading-columns.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';

const DEVICES = 10_000;
export const READINGS = 43_200;
const WITH_READINGS = 7;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface ReadWorld extends BenchWorld {
  /** The device whose history is read, and the time range [from, to) in epoch ms. */
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  /** Number of the customer's devices: those of the bench and the few of every test tenant. */
  readonly listed: number;
}

export async function createReadWorld(database: Database): Promise<ReadWorld> {
  const world = await createBenchWorld(database, DEVICES);
  await sql`update device_state set heard_at = now(), signal_csq = 10 + device_id % 20,
    switch_action = 'closeByCommand', switch_reported_at = now(), measured_at = now(),
    active_power_kw = floor(random() * 4000) / 100, highest_current_a = floor(random() * 630) / 10`.execute(
    database.db,
  );
  await sql`update device set rated_current_a = 63`.execute(database.db);
  await insertEnergyDays(database, world.tenant.customerId);
  const to = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  const from = to - READINGS * MINUTE_MS;
  const ids = world.devices.slice(0, WITH_READINGS).map(({ id }) => id);
  for (let day = from; day < to; day += DAY_MS) {
    await insertDay(database, world.tenant.customerId, ids, day);
  }
  // Autovacuum would do this within an hour.
  for (const table of ['measurement', 'device', 'device_state', 'user_group', 'energy_day']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(database.db);
  }
  const { rows } = await sql<{ listed: number }>`
    select count(*)::int4 as listed from device
    where customer_id = ${world.tenant.customerId} and deleted_at is null`.execute(database.db);
  return { ...world, deviceId: ids[3]!, from, to, listed: rows[0]!.listed };
}

/** The ledger has two weeks of days of every device, the last of them around the present moment. */
async function insertEnergyDays(database: Database, customerId: number): Promise<void> {
  await sql`insert into energy_day (customer_id, device_id, day, channel, energy_wh, sharp_wh,
      peak_wh, off_peak_wh, valley_wh)
    select customer_id, device_id, current_date + n, 'activeTotal', wh, 0, 0, wh, 0
    from device, generate_series(-13, 1) n, lateral (select device_id % 997 * 90 as wh) used
    where customer_id = ${customerId}`.execute(database.db);
}

/** Inserts one reading per minute of each device, with two decimals as devices send them. */
export async function insertDay(
  database: Database,
  customerId: number,
  ids: readonly number[],
  day: number,
): Promise<void> {
  const from = sql`${new Date(day)}::timestamptz`;
  const value = sql`(200 + floor(random() * 4000) / 100)::real`;
  await sql`insert into measurement (customer_id, device_id, ts, content_hash,
      ${sql.join(measurementColumns.map((name) => sql.ref(name)))})
    select ${customerId}::int4, device_id, ts, 0, ${sql.join(measurementColumns.map(() => value))}
    from generate_series(${from}, ${from} + interval '1 day' - interval '1 minute',
      interval '1 minute') ts
    cross join unnest(${sql.lit(`{${ids.join(',')}}`)}::int4[]) device_id
    order by ts, device_id`.execute(database.db);
}
