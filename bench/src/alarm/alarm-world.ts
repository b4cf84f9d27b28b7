/** A customer of 10,000 devices in a hundred groups with a million alarms of the last year. */
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';

export const DEVICES = 10_000;
const GROUPS = 100;
const DAYS = 400;
const FIRST_GROUP = 1_500_000_000;

/**
 * The sums per group and per device are computed from the rows by the same rule as in the
 * migration, and inserted in production order: each row was created by its first alarm.
 */
export async function createAlarmWorld(database: Database, alarms: number): Promise<BenchWorld> {
  const { db } = database;
  const world = await createBenchWorld(database, DEVICES);
  const { customerId, groupId } = world.tenant;
  await sql`insert into user_group (customer_id, group_id, parent_id, name, path, created_at)
    select ${customerId}::int4, g, ${groupId}::int4, 'group ' || g, array[${groupId}::int4, g], now()
    from generate_series(${FIRST_GROUP}::int4, ${FIRST_GROUP + GROUPS - 1}::int4) g`.execute(db);
  await sql`update device set group_id = ${FIRST_GROUP}::int4 + device_id % ${GROUPS}::int4
    where customer_id = ${customerId} and device_id >= 900000000`.execute(db);
  for (let from = 1; from <= alarms; from += SLICE) {
    const to = Math.min(alarms, from + SLICE - 1);
    await insertSlice(database, world, { from, to, alarms });
  }
  await sql`delete from alarm_group_sum`.execute(db);
  await sql`delete from alarm_device_sum`.execute(db);
  await sql`insert into alarm_group_sum
    select customer_id, period, case period when 'all' then date '1970-01-01'
        else date_trunc(period, day::timestamp)::date end,
      group_id, alarm_type, kind, count(*), count(handled_at)
    from alarm, unnest(array['day', 'month', 'year', 'all']) as period
    group by 1, 2, 3, 4, 5, 6 order by min(opened_at)`.execute(db);
  await sql`insert into alarm_device_sum
    select customer_id, period, date_trunc(period, day::timestamp)::date, device_id, count(*)
    from alarm, unnest(array['day', 'month', 'year']) as period
    where kind = 'alarm'
    group by 1, 2, 3, 4 order by min(opened_at)`.execute(db);
  // Autovacuum would do this within an hour.
  for (const table of ['alarm', 'alarm_group_sum', 'alarm_device_sum', 'device', 'user_group']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
  return world;
}

/** Alarms per statement, because a statement may take at most 30 s. */
const SLICE = 100_000;

interface Slice {
  readonly from: number;
  readonly to: number;
  readonly alarms: number;
}

async function insertSlice(
  { db }: Database,
  { tenant: { customerId } }: BenchWorld,
  { from, to, alarms }: Slice,
): Promise<void> {
  await sql`insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority, source,
      opened_at, day, last_at, ended_at, end_reason, first_value, last_value, peak_value,
      limit_value, handled_at)
    select ${customerId}::int4, device_id, ${FIRST_GROUP}::int4 + device_id % ${GROUPS}::int4,
      (array['overVoltage', 'underVoltage', 'overCurrent', 'overLoad', 'phaseLoss', 'overTemp',
        'deviceOffline', 'electricLeakage'])[1 + floor(random() * 8)::int4],
      case when random() < 0.1 then 'warning' else 'alarm' end, 1 + floor(random() * 4)::int4,
      'platform', at, (at at time zone 'Asia/Shanghai')::date, at,
      case when n > 300 then at + interval '5 minutes' end, case when n > 300 then 'recovered' end,
      281, 281, 290, 275, case when random() < 0.7 then at + interval '1 hour' end
    from (select n, 900000000 + floor(random() ^ 2 * ${DEVICES})::int4 as device_id,
        now() - interval '1 day' * (${DAYS}::float8 * n / ${alarms}::float8) as at
      from generate_series(${from}::int4, ${to}::int4) n) one
    on conflict do nothing`.execute(db);
}
