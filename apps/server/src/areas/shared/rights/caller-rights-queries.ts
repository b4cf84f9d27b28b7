/**
 * A caller is authenticated before its call waits for a lock or a hash. Until then another user may
 * have ended the session, or changed the role or the group of the caller.
 */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { Refusal } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
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

const hasRights = (caller: Caller, { role, permissions, groupId }: Rights): boolean =>
  role === caller.role &&
  groupId === caller.groupId &&
  JSON.stringify(permissions) === JSON.stringify(caller.permissions ?? null);
