/** Queries about the permissions of a user account. */

import { type CustomerPermission, ROLE_PERMISSIONS } from '@busbar/domain/access/permission';
import { ROLES } from '@busbar/domain/access/role';
import { type RawBuilder, sql } from 'kysely';

/**
 * Permissions of account `u` if it has a custom role; null if it has a built-in role. On Citus a
 * statement that locks rows needs the `customerId` of the account.
 */
export const permissionsOfUser = (customerId?: number): RawBuilder<unknown> => sql`(
  select r.permissions from custom_role r
  where r.customer_id = ${customerId ?? sql.ref('u.customer_id')}
    and r.custom_role_id = u.custom_role_id)`;

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

/**
 * True if the user account with alias `u` has the permission, by its built-in or custom role. On
 * Citus a statement that locks rows needs the `customerId` of the account.
 */
export function holdsPermission(
  permission: CustomerPermission,
  customerId?: number,
): RawBuilder<boolean> {
  const customer = customerId ?? sql.ref('u.customer_id');
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  return sql`(case when u.custom_role_id is null then u.role = any(${roles}::text[])
    else exists (select 1 from custom_role r where r.customer_id = ${customer}
      and r.custom_role_id = u.custom_role_id and r.permissions @> array[${permission}]::text[]) end)`;
}
