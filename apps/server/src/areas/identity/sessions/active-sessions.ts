/** Returns the active ones of many sessions and the current group of their users, in one query. */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { Executor } from '../../../storage/database.ts';
import { factorRequired, hasFactor } from './factor-sql.ts';
import { isLiving } from './session-lives.ts';

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
    .innerJoin('customer', 'customer.customer_id', 'session.customer_id')
    .leftJoin('custom_role', (join) =>
      join
        .onRef('custom_role.customer_id', '=', 'user_account.customer_id')
        .onRef('custom_role.custom_role_id', '=', 'user_account.custom_role_id'),
    )
    .where('session.token_hash', 'in', [...tokenHashes])
    .where(isLiving(now))
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
