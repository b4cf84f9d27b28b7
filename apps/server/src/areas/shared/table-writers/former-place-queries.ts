/** Former places of devices: bills charge the energy of a day to the groups of that day. */
import type { LocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { formerDevices } from '../former-device-queries.ts';

/** Devices by id, or all devices in a group and its subgroups, also deleted ones. */
type MovedDevices = { readonly deviceIds: readonly number[] } | { readonly groupId: number };

/**
 * Must be called before the move is written. From `today` on, devices belong to their new place. Of
 * several moves on one day, only the place before the first is kept.
 */
export async function keepFormerPlaces(
  trx: Executor,
  customerId: number,
  moved: MovedDevices,
  today: LocalDate,
): Promise<void> {
  const isMoved =
    'groupId' in moved
      ? sql`g.path @> array[${moved.groupId}::integer]`
      : sql`d.device_id = any(${[...moved.deviceIds]}::integer[])`;
  await sql`insert into device_former_place
      (customer_id, device_id, until_day, group_path, device_name)
    select d.customer_id, d.device_id, ${today}::date, g.path, d.name
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where d.customer_id = ${customerId} and ${isMoved}
    order by d.device_id
    on conflict do nothing`.execute(trx);
}

/**
 * Must be called after the registration of devices. Days before today belong to the places of the
 * device that the customer had with the same code before: readings that it stored there arrive later.
 */
export async function inheritFormerPlaces(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
  now: number,
): Promise<void> {
  await sql`insert into device_former_place
      (customer_id, device_id, until_day, group_path, device_name)
    with former as (${formerDevices(customerId, deviceIds)})
    select customer_id, new_id, until_day, group_path, device_name from (
      select f.customer_id, f.new_id, p.until_day, p.group_path, p.device_name, 1 as step
      from former f
      join device_former_place p on p.customer_id = f.customer_id and p.device_id = f.device_id
      union all
      select f.customer_id, f.new_id, (${instant(now)}::timestamptz at time zone z.iana_name)::date,
        f.path, f.name, 2
      from former f
      join customer c on c.customer_id = f.customer_id
      join zone z on z.zone_id = c.zone_id) place
    order by new_id, step
    on conflict do nothing`.execute(trx);
}
