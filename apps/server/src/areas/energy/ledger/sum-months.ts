/** Aggregates that depend on changed days. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { sumOfFees } from '../settlement/sum-of-fees.ts';
import { keyOf } from './device-facts.ts';
import type { BeforeDay } from './stored-fold.ts';

/**
 * Sums the months of the changed days now; `markGroupDays` marks their groups to be summed later.
 */
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
