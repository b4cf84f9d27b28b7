/** SQL conditions for permissions of users. */
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { type RawBuilder, sql } from 'kysely';

/**
 * True if the user account with that alias has the permission; every built-in role of a customer
 * includes these permissions.
 */
export function holds(
  user: 'u' | 'o' | 'p',
  permission: Extract<CustomerPermission, 'data.read' | 'report.make'>,
): RawBuilder<boolean> {
  const account = sql.ref(user);
  return sql`not exists (select from custom_role r where r.customer_id = ${account}.customer_id
    and r.custom_role_id = ${account}.custom_role_id and not r.permissions @> array[${permission}])`;
}
