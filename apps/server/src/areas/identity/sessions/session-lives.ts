/**
 * Defines an active session in one place for requests, sockets and pending commands
 * (docs/promises.md T10). A row that still exists proves nothing: the session may have expired, its
 * user may be disabled, or its customer may have expired.
 */
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';

/** A session expires after this time without a request. */
export const IDLE_MS = 30 * 60_000;

/** Requires joined rows of `session`, `user_account` and `customer`. */
export const isLiving = (now: number): RawBuilder<boolean> => sql<boolean>`(
  session.expires_at > ${instant(now)} and session.last_used_at > ${instant(now - IDLE_MS)}
  and not user_account.disabled and customer.state = 'active'
  and (customer.expires_at is null or customer.expires_at > ${instant(now)}))`;

/** True if the session with that hash is active; `hash` is a column name. */
export const sessionLives = (
  hash: string,
  now: number,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session
    join user_account on user_account.customer_id = session.customer_id
      and user_account.user_id = session.user_id
    join customer on customer.customer_id = session.customer_id
  where session.token_hash = ${sql.ref(hash)} and ${isLiving(now)})`;
