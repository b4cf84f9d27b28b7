/**
 * When a session still stands for its user, in one place for whoever asks: calls, sockets, and
 * orders that wait (docs/promises.md T10). A row that nobody has cleared away yet proves nothing:
 * the session may have run out, its user be disabled, its customer be over.
 */
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';

/** A session is over after this long without a request. */
export const IDLE_MS = 30 * 60_000;

/** Over joined rows of `session`, `user_account` and `customer`. */
export const isLiving = (now: number): RawBuilder<boolean> => sql<boolean>`(
  session.expires_at > ${instant(now)} and session.last_used_at > ${instant(now - IDLE_MS)}
  and not user_account.disabled and customer.state = 'active'
  and (customer.expires_at is null or customer.expires_at > ${instant(now)}))`;

/** Whether somebody stands behind what was begun in the session of that hash; `hash` names a column. */
export const sessionLives = (
  hash: string,
  now: number,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session
    join user_account on user_account.customer_id = session.customer_id
      and user_account.user_id = session.user_id
    join customer on customer.customer_id = session.customer_id
  where session.token_hash = ${sql.ref(hash)} and ${isLiving(now)})`;
