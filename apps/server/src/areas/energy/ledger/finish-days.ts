/**
 * Finalizes days: a day that ended more than a day ago becomes final when all its registers are
 * folded and its device was seen after the end of the day. Quarter hours of devices are purged
 * after 90 days.
 */
import { localDayNamed } from '@busbar/domain/energy/day-slots';
import { addDays, localDateOf } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { markGroupDays } from './sum-months.ts';

const DAY_MS = 86_400_000;
/** Retention of the quarter hours of devices, in days. */
const SLOT_DAYS = 90;

interface OpenDay {
  readonly customerId: number;
  readonly day: string;
  readonly zone: string;
}

export async function finishDays(trx: Executor, now: number): Promise<void> {
  const { rows } = await sql<OpenDay>`
    select open.customer_id as "customerId", open.day, z.iana_name as zone
    from (select distinct customer_id, day from energy_day where not final) open
    join customer c using (customer_id) join zone z using (zone_id)
    order by 1, 2`.execute(trx);
  for (const open of rows) {
    const { end } = localDayNamed(open.day, open.zone);
    if (end + DAY_MS < now) await finishDay(trx, open, end);
  }
}

async function finishDay(trx: Executor, { customerId, day }: OpenDay, end: number): Promise<void> {
  const unfolded = (table: string) => sql`exists (
    select from ${sql.table(table)} w
    where w.customer_id = e.customer_id and w.device_id = e.device_id and w.from_ts <= ${instant(end)})`;
  const { rows } = await sql<{ groupId: number }>`
    update energy_day e set final = true
    from device d
    join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
    where e.customer_id = ${customerId} and e.day = ${day}::date and not e.final
      and d.customer_id = e.customer_id and d.device_id = e.device_id
      and s.heard_at > ${instant(end)}
      and not ${unfolded('energy_dirty')} and not ${unfolded('energy_work')}
    returning d.group_id as "groupId"`.execute(trx);
  await markGroupDays(
    trx,
    rows.map(({ groupId }) => ({ customerId, groupId, day })),
  );
}

/**
 * Runs seldom: when an old day receives late data, its group sums need the quarter hours of all its
 * devices.
 */
export async function dropOldSlots(trx: Executor, now: number): Promise<void> {
  // No time zone is more than one day from UTC.
  const oldest = addDays(localDateOf(now, 'UTC'), -SLOT_DAYS - 1);
  await sql`delete from energy_slot where day < ${oldest}::date`.execute(trx);
}
