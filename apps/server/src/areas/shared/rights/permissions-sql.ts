/** Permissions of account `u` if it has a custom role; null if it has a built-in role. */
import { type RawBuilder, sql } from 'kysely';

export const permissionsOfUser: RawBuilder<unknown> = sql`(select r.permissions from custom_role r
  where r.customer_id = u.customer_id and r.custom_role_id = u.custom_role_id)`;
