/**
 * Creates a user, or a new initial password for a user who lost it. The password is returned once
 * and stored as a hash; if mail is configured, a link lets the user choose another without it.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import { lockGroupRow } from '../../fleet/groups/group-queries.ts';
import { isMailAddress } from '../../messaging/notifications/mail-address.ts';
import { maxUsersOf } from '../../shared/customers/quota.ts';
import { readableSecret } from '../../shared/installation/stored-secret-files.ts';
import { plainText } from '../../shared/plain-text.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { isAccountName } from '../accounts/account-key.ts';
import { insertAccount } from '../accounts/account-queries.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { deleteSessionsOfUser } from '../sessions/session-queries.ts';
import { type RoleChoice, readGivenRole } from './assigned-role.ts';
import { changingUser, logUser } from './change-users.ts';
import { placesOf } from './end-access.ts';
import { canMail, sendInvitation } from './invitation-mail.ts';
import { countUsers, updateUser, writeInitialPassword, writeMail } from './user-queries.ts';

/** Max users per customer, including disabled ones. */
export const MAX_USERS = 20_000;

/** Optional mail with the link, and its language. */
export interface MailPreference {
  readonly sendMail: boolean;
  readonly language: string;
}

export interface NewUser extends RoleChoice, MailPreference {
  readonly name: string;
  readonly group: string;
  readonly mail: string;
}

export interface InitialPassword {
  readonly userId: number;
  /** The password is returned only once. */
  readonly initialPassword: string;
  readonly mailed: boolean;
}

export async function inviteUser(
  ctx: Context,
  caller: Caller,
  input: NewUser,
): Promise<Outcome<InitialPassword>> {
  const name = plainText(input.name);
  const mail = input.mail.trim();
  if (!isAccountName(name)) return refused('user-name-invalid', 'name');
  if (mail !== '' && !isMailAddress(mail)) return refused('mail-address-invalid', 'mail');
  if (input.sendMail && mail === '') return refused('info-required', 'mail');
  if (input.sendMail && !canMail(ctx)) return refused('mail-not-available', 'sendMail');
  const initialPassword = readableSecret(ctx.random, 3);
  const passwordHash = await hashPassword(initialPassword);
  if (passwordHash === undefined) return refused('too-many-attempts');
  const { customerId } = caller;
  const userId = randomId(ctx.random);
  const outcome = await ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    const now = ctx.clock.now();
    const lost = await lockRightsOf(trx, caller, now);
    if (lost !== undefined) return refused(lost);
    const group = await lockGroupRow(trx, caller, input.group);
    if (group === undefined) return refused('not-found', 'group');
    const given = await readGivenRole(trx, caller, input);
    if (!given.ok) return given;
    const most = (await maxUsersOf(trx, customerId)) ?? MAX_USERS;
    if ((await countUsers(trx, customerId)) >= most) return refused('quota-exceeded');
    const { role, ownRoleId } = given.value;
    const { groupId } = group;
    const account = { customerId, userId, groupId, userName: name, passwordHash, role, now };
    if (!(await insertAccount(trx, { ...account, mustChangePassword: true }))) {
      return refused('account-taken', 'name');
    }
    if (ownRoleId !== null)
      await updateUser(trx, customerId, userId, { custom_role_id: ownRoleId });
    if (mail !== '') await writeMail(trx, customerId, userId, mail);
    await logUser(
      ctx,
      trx,
      caller,
      { userId, userName: name },
      {
        command: 'add user',
        detail: { after: { role: given.value.name, group: group.name, mail } },
      },
    );
    return done(undefined);
  });
  if (!outcome.ok) return outcome;
  const invited = { customerId, userId, userName: name, passwordHash };
  const mailed = input.sendMail && (await sendInvitation(ctx, invited, mail, input.language));
  return done({ userId, initialPassword, mailed });
}

/** Replaces the password, ends the user's sessions and resets the counters of failed attempts. */
export async function resetPassword(
  ctx: Context,
  caller: Caller,
  id: string,
  { sendMail, language }: MailPreference,
): Promise<Outcome<InitialPassword>> {
  if (sendMail && !canMail(ctx)) return refused('mail-not-available', 'sendMail');
  const initialPassword = readableSecret(ctx.random, 3);
  const passwordHash = await hashPassword(initialPassword);
  if (passwordHash === undefined) return refused('too-many-attempts');
  const { customerId } = caller;
  const outcome = await changingUser(ctx, caller, id, async (trx, user) => {
    if (!user.hasPassword) return refused('no-own-password');
    if (sendMail && user.mail === '') return refused('info-required', 'mail');
    const { userId } = user;
    await writeInitialPassword(trx, customerId, userId, passwordHash, ctx.clock.now());
    await clearPlaces(trx, placesOf(customerId, user));
    const ended = await deleteSessionsOfUser(trx, customerId, userId);
    return done({ command: 'reset password', detail: { sessions: ended.length }, ended });
  });
  if (!outcome.ok) return outcome;
  const { userId, userName, mail } = outcome.value;
  const reset = { customerId, userId, userName, passwordHash };
  const mailed = sendMail && (await sendInvitation(ctx, reset, mail, language));
  return done({ userId, initialPassword, mailed });
}
