/**
 * Defines an active session in one place for requests, sockets, pending commands and calls that wait
 * (docs/promises.md T10). The existence of the row is not enough: the session may have expired, its
 * user may be disabled, or its customer may have expired.
 */
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';

/** A session expires after this time without a request. */
export const IDLE_MS = 30 * 60_000;

/** Requires joined rows of `session`, `customer` and of `user_account`, by that name or as `u`. */
export const isActive = (
  now: number,
  account: 'user_account' | 'u' = 'user_account',
): RawBuilder<boolean> => sql<boolean>`(
  session.expires_at > ${instant(now)} and session.last_used_at > ${instant(now - IDLE_MS)}
  and not ${sql.ref(`${account}.disabled`)} and customer.state = 'active'
  and (customer.expires_at is null or customer.expires_at > ${instant(now)}))`;
