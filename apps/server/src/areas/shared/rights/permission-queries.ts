/** Permissions of account `u` if it has a custom role; null if it has a built-in role. */

import type { CustomerPermission } from '@busbar/domain/access/permission';
import { type RawBuilder, sql } from 'kysely';

export const permissionsOfUser: RawBuilder<unknown> = sql`(select r.permissions from custom_role r
  where r.customer_id = u.customer_id and r.custom_role_id = u.custom_role_id)`;

/**
 * True if the user account with that alias has the permission; every built-in role of a customer
 * includes these permissions.
 */
export function holds(
  user: 'u' | 'o' | 'p',
  permission: Extract<CustomerPermission, 'data.read' | 'report.make'>,
): RawBuilder<boolean> {
  const account = sql.ref(user);
  return sql`not exists (select 1 from custom_role r where r.customer_id = ${account}.customer_id
    and r.custom_role_id = ${account}.custom_role_id and not r.permissions @> array[${permission}])`;
}
