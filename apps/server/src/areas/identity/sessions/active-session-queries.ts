/**
 * Defines an active session in one place for requests, sockets and pending commands
 * (docs/promises.md T10). The existence of the row is not enough: the session may have expired, its
 * user may be disabled, or its customer may have expired.
 */

import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { factorRequired, hasFactor } from './factor-condition-queries.ts';

/** A session expires after this time without a request. */
export const IDLE_MS = 30 * 60_000;

/** Requires joined rows of `session`, `user_account` and `customer`. */
export const isActive = (now: number): RawBuilder<boolean> => sql<boolean>`(
  session.expires_at > ${instant(now)} and session.last_used_at > ${instant(now - IDLE_MS)}
  and not user_account.disabled and customer.state = 'active'
  and (customer.expires_at is null or customer.expires_at > ${instant(now)}))`;

/**
 * True if the session whose hash is in the row of that table, in `session_hash`, is active. On Citus
 * a statement that locks rows needs the `customerId` of the row.
 */
export const sessionLives = (
  table: string,
  now: number,
  customerId?: number,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from session
    join user_account on user_account.customer_id = session.customer_id
      and user_account.user_id = session.user_id
    join customer on customer.customer_id = user_account.customer_id
  where session.token_hash = ${sql.ref(`${table}.session_hash`)}
    and user_account.customer_id = ${customerId ?? sql.ref(`${table}.customer_id`)}
    and customer.customer_id = ${customerId ?? sql.ref(`${table}.customer_id`)}
    and ${isActive(now)})`;

export interface ActiveSession {
  readonly tokenHash: Buffer;
  readonly groupId: number;
  readonly role: Role;
  readonly permissions: readonly Permission[] | null;
  readonly factorRequired: boolean;
  readonly hasFactor: boolean;
}

export function activeSessions(
  db: Executor,
  tokenHashes: readonly Buffer[],
  now: number,
): Promise<ActiveSession[]> {
  return db
    .selectFrom('session')
    .innerJoin('user_account', (join) =>
      join
        .onRef('user_account.customer_id', '=', 'session.customer_id')
        .onRef('user_account.user_id', '=', 'session.user_id'),
    )
    .innerJoin('customer', 'customer.customer_id', 'user_account.customer_id')
    .leftJoin('custom_role', (join) =>
      join
        .onRef('custom_role.customer_id', '=', 'user_account.customer_id')
        .onRef('custom_role.custom_role_id', '=', 'user_account.custom_role_id'),
    )
    .where('session.token_hash', 'in', [...tokenHashes])
    .where(isActive(now))
    .select([
      'session.token_hash as tokenHash',
      'user_account.group_id as groupId',
      'user_account.role',
      'custom_role.permissions',
      factorRequired.as('factorRequired'),
      hasFactor.as('hasFactor'),
    ])
    .execute();
}
