/**
 * Data of the dashboard: a fleet in groups of a hundred, thirteen months of days and 90 days of
 * quarter hours, which the database itself inserts directly into the ledger's tables. Every day of
 * a device is the same profile multiplied by a factor, so that the sums of quarters, bands, days,
 * months and groups agree.
 */

import { addDays, addMonths, firstOfMonth, localDateOf } from '@busbar/domain/local-date';
import { bandOfHour, TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { type BenchWorld, createBenchWorld } from '../engine/bench-devices.ts';

/** Time zone of the bench customer. */
export const ZONE = 'Asia/Shanghai';
const GROUP_DEVICES = 100;
const MONTHS = 13;
const SLOT_DAYS = 90;
const QUARTERS = 96;
/** The factor of a device's day is an integer from 1 to this number. */
const MAX_TIMES = 50;
/** Prices of the first tariff version, in the order of the bands. */
const PRICES = [1.25, 1.04, 0.65, 0.26] as const;

export interface EnergyWorld extends BenchWorld {
  readonly today: string;
  readonly firstDay: string;
  readonly rows: { readonly days: number; readonly quarters: number };
  readonly fillS: number;
}

export async function createEnergyWorld(
  database: Database,
  count: number,
  options: { readonly label: string; readonly first: number; readonly withQuarters: boolean },
): Promise<EnergyWorld> {
  const world = await createBenchWorld(database, count, options);
  const { customerId, groupId, rateId } = world.tenant;
  const today = localDateOf(Date.now(), ZONE);
  const firstDay = addMonths(firstOfMonth(today), 1 - MONTHS);
  const began = performance.now();
  await makeGroups(database, customerId, groupId, options.first, count);
  await makeShapes(database);
  const whole = { customerId, rateId, first: options.first, count };
  // Inserts one month at a time, because the embedded database holds the changes of a statement in
  // memory.
  for (let from = firstDay; from <= today; from = addMonths(from, 1)) {
    const end = addMonths(from, 1);
    await insertDays(database, whole, from, end > today ? addDays(today, 1) : end, today);
  }
  if (options.withQuarters) {
    for (let back = SLOT_DAYS - 1; back >= 0; back -= 1) {
      await insertQuarters(database, whole, addDays(today, -back), today);
    }
  }
  await sql`analyze energy_day`.execute(database.db);
  await sumUp(database, customerId);
  for (const table of FILLED) await sql`vacuum analyze ${sql.table(table)}`.execute(database.db);
  return {
    ...world,
    today,
    firstDay,
    rows: {
      days: await countOf(database, 'energy_day', customerId),
      quarters: await countOf(database, 'energy_slot', customerId),
    },
    fillS: (performance.now() - began) / 1000,
  };
}

const FILLED = [
  'energy_day',
  'energy_slot',
  'energy_device_month',
  'energy_group_day',
  'device',
  'device_state',
  'measurement',
  'energy_register',
  'user_group',
] as const;

async function makeGroups(
  database: Database,
  customerId: number,
  rootId: number,
  first: number,
  count: number,
): Promise<void> {
  const groups = Math.ceil(count / GROUP_DEVICES);
  await sql`insert into user_group (customer_id, group_id, parent_id, name, path, created_at)
    select ${customerId}::int4, ${rootId}::int4 + 1000 + g, ${rootId}::int4, 'group ' || g,
      array[${rootId}::int4, ${rootId}::int4 + 1000 + g], now()
    from generate_series(1, ${groups}::int4) g`.execute(database.db);
  await sql`update device set group_id =
      ${rootId}::int4 + 1001 + (device_id - ${first}::int4) / ${sql.lit(GROUP_DEVICES)}
    where customer_id = ${customerId} and device_id >= ${first}::int4`.execute(database.db);
  await sql`update device_state set heard_at = now(), switch_action = 'closeByCommand',
      switch_reported_at = now() where customer_id = ${customerId}`.execute(database.db);
  await insertReadings(database, customerId);
}

/** The newest measurement and register of each device. */
async function insertReadings(database: Database, customerId: number): Promise<void> {
  await sql`insert into measurement (customer_id, device_id, ts, content_hash, voltage_a_v,
      voltage_b_v, voltage_c_v, current_a_a, current_b_a, current_c_a, active_power_kw,
      power_factor, frequency_hz, temperature_c)
    select customer_id, device_id, date_trunc('second', now()), device_id, 230.1, 229.8, 230.4,
      10.5, 11.2, 9.9, 6.9, 0.98, 50.01, 31.5
    from device where customer_id = ${customerId}`.execute(database.db);
  await sql`insert into energy_register (customer_id, device_id, ts, content_hash,
      active_total_kwh, active_import_kwh, reactive_total_kvarh)
    select customer_id, device_id, date_trunc('second', now()), device_id, 12345.67, 12345.67, 345.6
    from device where customer_id = ${customerId}`.execute(database.db);
  await sql`update device_state state
    set measured_at = m.ts, active_power_kw = m.active_power_kw, highest_current_a = 11.2
    from measurement m
    where m.customer_id = state.customer_id and m.device_id = state.device_id
      and state.customer_id = ${customerId}`.execute(database.db);
}

/** Returns the Wh of a quarter hour: low at night, highest in the evening. */
const shapeOf = (quarter: number): number =>
  10 + Math.round(20 * Math.sin((quarter / QUARTERS) * Math.PI) ** 2);

/** Fills bench_shape: profile times each factor, for a whole day and up to this quarter hour. */
async function makeShapes(database: Database): Promise<void> {
  const minutes = (Date.now() + 8 * 3_600_000) / 60_000;
  const elapsed = Math.floor((minutes % 1440) / 15);
  await sql`create table if not exists bench_shape (is_today boolean, times integer,
    slot_wh integer[], slot_fee integer[], wh bigint[], fee bigint[])`.execute(database.db);
  await sql`truncate bench_shape`.execute(database.db);
  for (const isToday of [false, true]) {
    for (let times = 1; times <= MAX_TIMES; times += 1) {
      const quarters = Array.from({ length: QUARTERS }, (_, quarter) => {
        const wh = isToday && quarter >= elapsed ? 0 : shapeOf(quarter) * times;
        const band = TARIFF_BANDS.indexOf(bandOfHour(Math.floor(quarter / 4)));
        return { wh, band, fee: Math.round(wh * PRICES[band]!) };
      });
      const wh = PRICES.map((_, i) =>
        quarters.reduce((sum, one) => sum + (one.band === i ? one.wh : 0), 0),
      );
      const fee = wh.map((one, i) => Math.round((one * PRICES[i]!) / 10));
      await sql`insert into bench_shape values (${isToday}, ${times},
        ${quarters.map((one) => one.wh)}::int4[], ${quarters.map((one) => one.fee)}::int4[],
        ${wh}::int8[], ${fee}::int8[])`.execute(database.db);
    }
  }
}

interface Filled {
  readonly customerId: number;
  readonly rateId: number;
  readonly first: number;
  readonly count: number;
}

/** A different factor for each device and day, identical in both tables. */
const TIMES = sql`1 + (d % 10007 * 7919 + (day - date '2000-01-01') * 1049) % ${sql.lit(MAX_TIMES)}`;

async function insertDays(
  database: Database,
  { customerId, rateId, first, count }: Filled,
  from: string,
  to: string,
  today: string,
): Promise<void> {
  await sql`insert into energy_day (customer_id, device_id, day, channel, energy_wh, sharp_wh,
      peak_wh, off_peak_wh, valley_wh, final, rate_id, rate_version, fee_sharp, fee_peak,
      fee_off_peak, fee_valley)
    select ${customerId}::int4, d, day, 'activeTotal', wh[1] + wh[2] + wh[3] + wh[4], wh[1], wh[2],
      wh[3], wh[4], day < ${today}::date - 1, ${rateId}::int4, 1, fee[1], fee[2], fee[3], fee[4]
    from (select t::date as day from generate_series(${from}::date, ${to}::date - 1, '1 day') t) days
    cross join generate_series(${first}::int4, ${first}::int4 + ${count}::int4 - 1) d
    join bench_shape s on s.times = ${TIMES} and s.is_today = (day = ${today}::date)
    order by day, d`.execute(database.db);
}

async function insertQuarters(
  database: Database,
  { customerId, first, count }: Filled,
  day: string,
  today: string,
): Promise<void> {
  await sql`insert into energy_slot (customer_id, device_id, day, slot_wh, slot_fee)
    select ${customerId}::int4, d, day, s.slot_wh, s.slot_fee
    from (select ${day}::date as day) days
    cross join generate_series(${first}::int4, ${first}::int4 + ${count}::int4 - 1) d
    join bench_shape s on s.times = ${TIMES} and s.is_today = (day = ${today}::date)
    order by d`.execute(database.db);
}

/**
 * Aggregates months of devices and days of groups. The quarter hours of a group are one profile
 * multiplied by a factor.
 */
async function sumUp(database: Database, customerId: number): Promise<void> {
  await sql`insert into energy_device_month (customer_id, device_id, month, energy_wh, sharp_wh,
      peak_wh, off_peak_wh, valley_wh, fee)
    select customer_id, device_id, date_trunc('month', day)::date, sum(energy_wh), sum(sharp_wh),
      sum(peak_wh), sum(off_peak_wh), sum(valley_wh),
      sum(fee_sharp + fee_peak + fee_off_peak + fee_valley)
    from energy_day where customer_id = ${customerId} group by 1, 2, 3`.execute(database.db);
  await sql`insert into energy_group_day (customer_id, group_id, day, devices, energy_wh, sharp_wh,
      peak_wh, off_peak_wh, valley_wh, fee_sharp, fee_peak, fee_off_peak, fee_valley, slot_wh,
      slot_fee, estimated, final)
    select g.customer_id, g.group_id, g.day, g.devices, g.energy_wh, g.sharp_wh, g.peak_wh,
      g.off_peak_wh, g.valley_wh, g.fee_sharp, g.fee_peak, g.fee_off_peak, g.fee_valley,
      (select array_agg(q * factor.times order by place)
        from unnest(s.slot_wh) with ordinality as u (q, place)),
      (select array_agg(q * factor.times order by place)
        from unnest(s.slot_fee) with ordinality as u (q, place)), false, g.final
    from (
      select e.customer_id, d.group_id, e.day, count(*)::int4 as devices,
        sum(energy_wh)::int8 as energy_wh, sum(sharp_wh) as sharp_wh, sum(peak_wh) as peak_wh,
        sum(off_peak_wh) as off_peak_wh, sum(valley_wh) as valley_wh, sum(fee_sharp) as fee_sharp,
        sum(fee_peak) as fee_peak, sum(fee_off_peak) as fee_off_peak,
        sum(fee_valley) as fee_valley, bool_and(e.final) as final
      from energy_day e join device d using (customer_id, device_id)
      where e.customer_id = ${customerId} group by 1, 2, 3) g
    join bench_shape s on s.times = 1
      and s.is_today = (g.day = (select max(day) from energy_day where customer_id = ${customerId}))
    cross join lateral (select coalesce(g.energy_wh / nullif(s.wh[1] + s.wh[2] + s.wh[3] + s.wh[4], 0),
      0) as times) factor`.execute(database.db);
}

async function countOf(
  database: Database,
  table: 'energy_day' | 'energy_slot',
  customerId: number,
): Promise<number> {
  const { count } = await database.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
