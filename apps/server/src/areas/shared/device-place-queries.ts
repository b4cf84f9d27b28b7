/** The groups in which devices were on each day; bills charge them, whatever has moved since. */
import type { LocalDate } from '@busbar/domain/local-date';
import { type RawBuilder, sql } from 'kysely';
import { type Scope, seesWholeCustomer } from '../../caller.ts';
import type { Executor } from '../../storage/database.ts';

/** Condition on the column device_id; without ids, all devices. */
const isWanted = (deviceIds: readonly number[] | undefined) =>
  deviceIds === undefined ? sql`` : sql`and device_id = any(${[...deviceIds]}::int4[])`;

/** Selects device_id, group_path, from_day and until_day (exclusive) of the places before the present one. */
export function formerPlaces(
  customerId: number,
  deviceIds?: readonly number[],
): RawBuilder<unknown> {
  return sql`
    select device_id, group_path, until_day,
      coalesce(lag(until_day) over (partition by device_id order by until_day),
        '-infinity'::date) as from_day
    from device_former_place
    where customer_id = ${customerId} ${isWanted(deviceIds)}`;
}

/** The same columns with the present places; the places of a device cover all days, once. */
export function devicePlaces(
  customerId: number,
  deviceIds?: readonly number[],
): RawBuilder<unknown> {
  const wanted = isWanted(deviceIds);
  return sql`
    ${formerPlaces(customerId, deviceIds)}
    union all
    select d.device_id, g.path, 'infinity'::date, coalesce(former.until_day, '-infinity'::date)
    from (select device_id, group_id from device
      where customer_id = ${customerId} ${wanted}) d
    join user_group g on g.customer_id = ${customerId} and g.group_id = d.group_id
    left join (
      select device_id, max(until_day) as until_day from device_former_place
      where customer_id = ${customerId} ${wanted} group by device_id) former
      on former.device_id = d.device_id`;
}

/** Returns true if the device was outside the group of the scope on any of these days. */
export async function wasElsewhere(
  db: Executor,
  scope: Scope,
  deviceId: number,
  days: readonly LocalDate[],
): Promise<boolean> {
  if (seesWholeCustomer(scope)) return false;
  const { customerId, groupId } = scope;
  const { rows } = await sql`
    select 1 from (${devicePlaces(customerId, [deviceId])}) place
    join unnest(${[...days]}::date[]) as changed (day)
      on changed.day >= place.from_day and changed.day < place.until_day
    where not place.group_path @> array[${groupId}::integer]
    limit 1`.execute(db);
  return rows.length > 0;
}
