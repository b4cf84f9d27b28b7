/** Names of devices in lists of past events. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../caller.ts';

/**
 * Name of the device with alias `d` for the scope: the present one, or, if the scope no longer contains
 * the device, the one that it had when it left. Empty without a device.
 */
export const knownDeviceName = ({ groupId }: Scope): RawBuilder<string> => sql<string>`coalesce(
  (select d.name from user_group dg where dg.customer_id = d.customer_id
    and dg.group_id = d.group_id and dg.path @> array[${groupId}::integer]),
  (select f.device_name from device_former_place f where f.customer_id = d.customer_id
    and f.device_id = d.device_id and f.group_path @> array[${groupId}::integer]
    order by f.until_day desc limit 1), '')`;
