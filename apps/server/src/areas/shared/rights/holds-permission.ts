/** Permissions of users that queries check. */
import type { CustomerPermission } from '@busbar/domain/access/permission';
import { type RawBuilder, sql } from 'kysely';

/** Of a user account under that name in the query: every built-in role of a customer holds these. */
export function holds(
  user: 'u' | 'o' | 'p',
  permission: Extract<CustomerPermission, 'data.read' | 'report.make'>,
): RawBuilder<boolean> {
  const account = sql.ref(user);
  return sql`not exists (select from custom_role r where r.customer_id = ${account}.customer_id
    and r.custom_role_id = ${account}.custom_role_id and not r.permissions @> array[${permission}])`;
}
