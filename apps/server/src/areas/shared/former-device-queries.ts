/** The device that a customer had under the same code before it registered the device again. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Selects customer_id, new_id, rate_id (the tariff of the new device), and device_id, name and path
 * (of the group) of the device deleted last. Devices without a former one are left out.
 */
export function formerDevices(
  customerId: number,
  deviceIds: readonly number[],
): RawBuilder<unknown> {
  return sql`
    select distinct on (n.device_id) n.customer_id, n.device_id as new_id, n.rate_id,
      d.device_id, d.name, g.path
    from device n
    join device d on d.customer_id = n.customer_id and d.device_code = n.device_code
      and d.deleted_at is not null
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where n.customer_id = ${customerId} and n.device_id = any(${[...deviceIds]}::integer[])
    order by n.device_id, d.deleted_at desc`;
}
