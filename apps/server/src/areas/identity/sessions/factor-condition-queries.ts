/** SQL conditions for `user_account` and the second factor `customer` demands of administrators. */

import { type RawBuilder, sql } from 'kysely';

/** A user without a password cannot set one up: the factors are those of the provider. */
export const factorRequired: RawBuilder<boolean> = sql<boolean>`
  (customer.admins_need_factor and user_account.has_password)`;

/** True if a confirmed second factor exists. */
export const hasFactor: RawBuilder<boolean> = sql<boolean>`exists (select 1 from second_factor f
  where f.customer_id = user_account.customer_id and f.user_id = user_account.user_id
    and f.confirmed_at is not null)`;

export const inRootGroup: RawBuilder<boolean> = sql`(user_group.parent_id is null)`;
