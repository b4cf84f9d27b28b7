/** How `user_account` stands to the second factor `customer` requires of those who administer. */
import { type RawBuilder, sql } from 'kysely';

export const factorRequired: RawBuilder<boolean> = sql<boolean>`customer.admins_need_factor`;

/** A confirmed one. */
export const hasFactor: RawBuilder<boolean> = sql<boolean>`exists (select 1 from second_factor f
  where f.customer_id = user_account.customer_id and f.user_id = user_account.user_id
    and f.confirmed_at is not null)`;
