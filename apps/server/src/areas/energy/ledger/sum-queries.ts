/**
 * Sums that depend on changed days: months of devices, and days of groups. The day of a group is
 * the sum over the devices directly in it, including deleted ones. Its quarter hours are summed
 * while those of every device are stored; afterwards they are not changed.
 */
import { CompiledQuery, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { isOnNodes } from '../../../storage/distributed/nodes-dialect.ts';
import { overCustomers } from '../../../storage/distributed/over-customers.ts';
import { sumOfFees } from '../settlement/fee-sum-queries.ts';
import { keyOf } from './device-key.ts';
import { lockLedger } from './energy-work-queries.ts';
import { list } from './sql-list.ts';
import type { BeforeDay } from './stored-fold-queries.ts';

const ROUND_DAYS = 200;

interface GroupDay {
  readonly customer_id: number;
  readonly group_id: number;
  readonly day: string;
}

/** Sums some outdated group days. Returns false if none is left or another process has the lock. */
export async function sumGroupDays(trx: Executor): Promise<boolean> {
  if (!(await lockLedger(trx))) return false;
  const rows = await overCustomers(
    trx,
    sql`select customer_id as "customerId" from energy_group_dirty order by day desc limit 1`,
    (within) => sql<GroupDay>`
    with s as materialized (
      select d.customer_id, d.group_id, d.day from energy_group_dirty d where ${within('d')}
      order by d.day desc limit ${sql.lit(ROUND_DAYS)} for update skip locked)
    delete from energy_group_dirty g using s
    where g.customer_id = s.customer_id and g.group_id = s.group_id and g.day = s.day
      and ${within('g')}
    returning g.customer_id, g.group_id, g.day`,
  );
  if (rows.length === 0) return false;
  const parameters = [
    list(rows, ({ customer_id }) => customer_id),
    list(rows, ({ group_id }) => group_id),
    list(rows, ({ day }) => day),
  ];
  // On Citus the rows are those of one customer.
  const within = (alias: string): string =>
    isOnNodes(trx) ? ` and ${alias}.customer_id = ${rows[0]!.customer_id}` : '';
  await trx.executeQuery(CompiledQuery.raw(sumOf(within), parameters));
  await trx.executeQuery(CompiledQuery.raw(deleteEmpty(within), parameters));
  return rows.length === ROUND_DAYS || isOnNodes(trx);
}

const WANTED = `unnest($1::int4[], $2::int4[], $3::date[]) as w (customer_id, group_id, day)`;

/** Deletes a group's day if its last device with energy on that day has moved to another group. */
const deleteEmpty = (within: (alias: string) => string) => `
  delete from energy_group_day g using ${WANTED}
  where g.customer_id = w.customer_id and g.group_id = w.group_id and g.day = w.day${within('g')}
    and not exists (
      select 1 from device d
      join energy_day e on e.customer_id = d.customer_id and e.device_id = d.device_id
        and e.day = w.day and e.channel = 'activeTotal'
      where d.customer_id = w.customer_id and d.group_id = w.group_id${within('d')}${within('e')})`;

/** Null if a device has energy without a price. */
const feeOf = (column: string) =>
  `case when count(*) = count(e.${column}) then sum(e.${column}) end as ${column}`;

const sumOf = (within: (alias: string) => string) => `
  with member as (
    select w.customer_id, w.group_id, w.day, d.device_id
    from ${WANTED}
    join device d on d.customer_id = w.customer_id and d.group_id = w.group_id${within('d')}),
  energy as (
    select m.customer_id, m.group_id, m.day, count(*)::int4 as devices,
      sum(e.energy_wh) as energy_wh, sum(e.sharp_wh) as sharp_wh, sum(e.peak_wh) as peak_wh,
      sum(e.off_peak_wh) as off_peak_wh, sum(e.valley_wh) as valley_wh,
      ${feeOf('fee_sharp')}, ${feeOf('fee_peak')}, ${feeOf('fee_off_peak')}, ${feeOf('fee_valley')},
      bool_or(e.estimated) as estimated, bool_and(e.final) as final
    from member m
    join energy_day e on e.customer_id = m.customer_id and e.device_id = m.device_id
      and e.day = m.day and e.channel = 'activeTotal'${within('e')}
    group by 1, 2, 3),
  quarter as (
    select m.customer_id, m.group_id, m.day, s.position,
      sum(s.wh)::int8 as wh, sum(s.fee)::int8 as fee
    from member m
    join energy_slot k on k.customer_id = m.customer_id and k.device_id = m.device_id
      and k.day = m.day${within('k')}
    cross join lateral unnest(k.slot_wh, k.slot_fee) with ordinality as s (wh, fee, position)
    group by 1, 2, 3, 4),
  slots as (
    select customer_id, group_id, day, array_agg(wh order by position) as wh,
      array_agg(fee order by position) as fee, sum(wh) as sum
    from quarter group by 1, 2, 3)
  insert into energy_group_day (customer_id, group_id, day, devices, energy_wh, sharp_wh, peak_wh,
    off_peak_wh, valley_wh, fee_sharp, fee_peak, fee_off_peak, fee_valley, slot_wh, slot_fee,
    estimated, final)
  select e.customer_id, e.group_id, e.day, e.devices, e.energy_wh, e.sharp_wh, e.peak_wh,
    e.off_peak_wh, e.valley_wh, e.fee_sharp, e.fee_peak, e.fee_off_peak, e.fee_valley,
    coalesce(s.wh, '{}'), coalesce(s.fee, '{}'), e.estimated, e.final
  from energy e left join slots s using (customer_id, group_id, day)
  on conflict (customer_id, group_id, day) do update set devices = excluded.devices,
    energy_wh = excluded.energy_wh, sharp_wh = excluded.sharp_wh, peak_wh = excluded.peak_wh,
    off_peak_wh = excluded.off_peak_wh, valley_wh = excluded.valley_wh,
    fee_sharp = excluded.fee_sharp, fee_peak = excluded.fee_peak,
    fee_off_peak = excluded.fee_off_peak, fee_valley = excluded.fee_valley,
    -- Quarter hours of some devices were purged: retain those of the group.
    slot_wh = case when (select sum(wh) from unnest(excluded.slot_wh) as q (wh))
        is not distinct from excluded.energy_wh
      then excluded.slot_wh else energy_group_day.slot_wh end,
    slot_fee = case when (select sum(wh) from unnest(excluded.slot_wh) as q (wh))
        is not distinct from excluded.energy_wh
      then excluded.slot_fee else energy_group_day.slot_fee end,
    estimated = excluded.estimated, final = excluded.final`;

/** Sums the months of the changed days; `markGroupDays` marks their groups for summing later. */
export async function sumMonths(trx: Executor, days: readonly BeforeDay[]): Promise<void> {
  const months = new Map(days.map((day) => [`${keyOf(day)} ${day.day.slice(0, 7)}`, day] as const));
  const touched = [...months.values()];
  if (touched.length === 0) return;
  await sql`insert into energy_device_month
      (customer_id, device_id, month, energy_wh, sharp_wh, peak_wh, off_peak_wh, valley_wh, fee)
    select e.customer_id, e.device_id, w.month, sum(energy_wh), sum(sharp_wh), sum(peak_wh),
      sum(off_peak_wh), sum(valley_wh),
      ${sumOfFees(sql`fee_sharp + fee_peak + fee_off_peak + fee_valley`)}
    from unnest(${touched.map(({ customerId }) => customerId)}::int4[],
      ${touched.map(({ deviceId }) => deviceId)}::int4[],
      ${touched.map(({ day }) => `${day.slice(0, 7)}-01`)}::date[]) as w (customer_id, device_id, month)
    join energy_day e on e.customer_id = w.customer_id and e.device_id = w.device_id
      and e.day >= w.month and e.day < (w.month + interval '1 month')::date
      and e.channel = 'activeTotal'
    group by e.customer_id, e.device_id, w.month
    on conflict (customer_id, device_id, month) do update set energy_wh = excluded.energy_wh,
      sharp_wh = excluded.sharp_wh, peak_wh = excluded.peak_wh,
      off_peak_wh = excluded.off_peak_wh, valley_wh = excluded.valley_wh, fee = excluded.fee`.execute(
    trx,
  );
}

export async function markGroupDays(
  trx: Executor,
  days: readonly { readonly customerId: number; readonly groupId: number; readonly day: string }[],
): Promise<void> {
  if (days.length === 0) return;
  await sql`insert into energy_group_dirty (customer_id, group_id, day)
    select distinct * from unnest(${days.map(({ customerId }) => customerId)}::int4[],
      ${days.map(({ groupId }) => groupId)}::int4[], ${days.map(({ day }) => day)}::date[])
      as s (customer_id, group_id, day)
    order by 1, 2, 3
    on conflict do nothing`.execute(trx);
}
