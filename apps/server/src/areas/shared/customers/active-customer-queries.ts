/** Condition for work that runs without a user. */
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';

/**
 * True if the customer in the row of that alias is active and has not expired. Users of an
 * expired customer cannot sign in: no timer or tower may switch for it, and nothing is sent.
 */
export function isCustomerActive(alias: 'c' | 'u' | 'active', now: number): RawBuilder<boolean> {
  const expiresAt = sql.ref(`${alias}.expires_at`);
  return sql`(${sql.ref(`${alias}.state`)} = 'active'
    and (${expiresAt} is null or ${expiresAt} > ${instant(now)}))`;
}
