/** Gives a user that a provider created the role and the group of the table. */
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { revokeKeysOf } from '../api-keys/revoke-keys.ts';
import { deleteSessionsOfUser } from '../sessions/session-queries.ts';
import { findUser, updateUser } from '../users/user-queries.ts';
import { findRootGroup, type Target } from './provider-group-queries.ts';

interface Followed {
  readonly customerId: number;
  readonly userId: number;
  readonly address: string;
}

/**
 * Returns the sessions that another role ends. Users with a password are never affected, so a
 * rights administrator always remains (`rights-administrator-queries.ts`).
 */
export async function followGroups(
  ctx: Context,
  trx: Executor,
  { customerId, userId, address }: Followed,
  { role, ownRoleId, groupId, roleName, groupName }: Target,
): Promise<Buffer[]> {
  const now = ctx.clock.now();
  const scope = { customerId, groupId: await findRootGroup(trx, customerId) };
  const user = await findUser(trx, scope, userId, now, { hold: true });
  if (user === undefined) return [];
  const isOtherRole = user.role !== role || user.ownRoleId !== ownRoleId;
  if (!isOtherRole && user.groupId === groupId) return [];
  const values = { role, custom_role_id: ownRoleId, group_id: groupId };
  await updateUser(trx, customerId, userId, values);
  const ended = isOtherRole ? await deleteSessionsOfUser(trx, customerId, userId) : [];
  const { userName } = user;
  const actor = { customerId, groupId, userId, userName, tokenHash: null, address };
  await writeLog(trx, actor, {
    at: now,
    module: LOG_MODULES.users,
    command: 'change user',
    detail: {
      user: { id: userId, name: userName },
      before: { role: user.ownRoleName ?? user.role, group: user.groupName },
      after: { role: roleName, group: groupName },
    },
  });
  await revokeKeysOf(trx, actor, { beyondRightsOf: userId }, now);
  return ended;
}
