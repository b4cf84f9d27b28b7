/**
 * Changes role, group and mail address of a user. A new role ends the user's sessions; a new group
 * applies from the next request on.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { lockGroupRow } from '../../fleet/groups/group-queries.ts';
import { isMailAddress } from '../../messaging/notifications/mail-address.ts';
import { deleteSessionsOfUser } from '../sessions/session-queries.ts';
import { type RoleChoice, readGivenRole } from './assigned-role.ts';
import { changingUser } from './change-users.ts';
import { updateUser, writeMail } from './user-queries.ts';

export interface UserChange extends RoleChoice {
  readonly group: string;
  readonly mail: string;
  /** Version of the user that was read, for conflict detection. */
  readonly version: string;
}

export async function changeUser(
  ctx: Context,
  caller: Caller,
  id: string,
  change: UserChange,
): Promise<Outcome<undefined>> {
  const mail = change.mail.trim();
  if (mail !== '' && !isMailAddress(mail)) return refused('mail-address-invalid', 'mail');
  const { customerId } = caller;
  const outcome = await changingUser(ctx, caller, id, async (trx, user) => {
    const { userId } = user;
    const group = await lockGroupRow(trx, caller, change.group);
    if (group === undefined) return refused('not-found', 'group');
    if (change.version !== user.version) return refused('user-changed', 'version');
    const given = await readGivenRole(trx, caller, change);
    if (!given.ok) return given;
    const { role, ownRoleId, name } = given.value;
    const isOtherRole = ownRoleId !== user.ownRoleId || role !== user.role;
    const isOtherGroup = group.groupId !== user.groupId;
    if (!isOtherRole && !isOtherGroup && mail === user.mail) return done(undefined);
    await updateUser(trx, customerId, userId, {
      role,
      custom_role_id: ownRoleId,
      group_id: group.groupId,
    });
    if (mail !== user.mail) await writeMail(trx, customerId, userId, mail);
    const ended = isOtherRole ? await deleteSessionsOfUser(trx, customerId, userId) : [];
    return done({
      command: 'change user',
      detail: {
        before: { role: user.ownRoleName ?? user.role, group: user.groupName, mail: user.mail },
        after: { role: name, group: group.name, mail },
      },
      ended,
    });
  });
  return outcome.ok ? done(undefined) : outcome;
}
