/**
 * A caller is authenticated before its call waits for a lock or a hash. Until then another user may
 * have ended the session, or changed the role or the group of the caller.
 */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { Refusal } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { permissionsOfUser } from './permission-queries.ts';
import { lockRights } from './rights-administrator-queries.ts';
import { isActive } from './session-condition-queries.ts';

interface Rights {
  readonly role: Role;
  readonly permissions: readonly Permission[] | null;
  readonly groupId: number;
}

/**
 * Takes `lockRights`, and returns the reason if the caller no longer has the session, the permissions
 * and the group with which the call was authenticated. Every call that changes permissions must
 * start its transaction with it.
 */
export async function lockRightsOf(
  trx: Executor,
  caller: Caller,
  now: number,
): Promise<Refusal | undefined> {
  const { customerId, userId, tokenHash } = caller;
  await lockRights(trx, customerId);
  const { rows } = await sql<Rights>`
    select u.role, ${permissionsOfUser(customerId)} as permissions, u.group_id as "groupId"
    from session
    join user_account u on u.customer_id = session.customer_id and u.user_id = session.user_id
    join customer on customer.customer_id = u.customer_id
    where session.token_hash = ${tokenHash} and u.customer_id = ${customerId}
      and customer.customer_id = ${customerId} and u.user_id = ${userId}
      and ${isActive(now, 'u')}`.execute(trx);
  return rows[0] !== undefined && hasRights(caller, rows[0]) ? undefined : 'forbidden';
}

/**
 * Locks the session of the caller until the transaction ends; returns false if it has ended. What
 * ends with the sessions of a user can be added under this lock.
 */
export async function lockSessionOf(
  trx: Executor,
  { customerId, userId, tokenHash }: Caller,
  now: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .where('token_hash', '=', tokenHash)
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', instant(now))
    .select('user_id')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

const hasRights = (caller: Caller, { role, permissions, groupId }: Rights): boolean =>
  role === caller.role &&
  groupId === caller.groupId &&
  JSON.stringify(permissions) === JSON.stringify(caller.permissions ?? null);
