/** Former places of devices: bills charge the energy of a day to the groups of that day. */
import type { LocalDate } from '@busbar/domain/local-date';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

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
