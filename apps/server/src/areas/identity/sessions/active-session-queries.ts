/** Queries for the active sessions of sockets and pending commands (docs/promises.md T10). */

import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { isActive } from '../../shared/rights/session-condition-queries.ts';
import { factorRequired, hasFactor } from './factor-condition-queries.ts';

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
