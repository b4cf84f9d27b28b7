/**
 * Creates the user of a first sign-in through a provider. The user has no password, belongs to the
 * customer of the provider only and has the role and the group of the table, and nothing else.
 */
import { userNames } from '@busbar/domain/access/single-sign-on/user-names';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { randomId } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { maxUsersOf } from '../../shared/customers/quota.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { randomSecret } from '../../shared/secrets/session-secret.ts';
import { isAccountName } from '../accounts/account-key.ts';
import { insertAccount } from '../accounts/account-queries.ts';
import { MAX_USERS } from '../users/invite-user.ts';
import { countUsers, updateUser } from '../users/user-queries.ts';
import type { ExternalUser } from './exchange-code.ts';
import { insertIdentity } from './identity-queries.ts';
import { findActiveCustomer, type Target } from './provider-group-queries.ts';
import type { Provider } from './provider-queries.ts';

export async function createUser(
  ctx: Context,
  trx: Executor,
  { customerId, issuer, createsUsers }: Provider,
  external: ExternalUser,
  { target, address }: { readonly target: Target; readonly address: string },
): Promise<Outcome<number>> {
  if (!createsUsers) return refused('sso-no-account');
  const now = ctx.clock.now();
  const customer = await findActiveCustomer(trx, customerId);
  const { expiresAt = null } = customer ?? {};
  if (customer === undefined || (expiresAt !== null && expiresAt <= now)) {
    return refused('account-expired');
  }
  const most = (await maxUsersOf(trx, customerId)) ?? MAX_USERS;
  if ((await countUsers(trx, customerId)) >= most) return refused('quota-exceeded');
  const userId = randomId(ctx.random);
  const { role, ownRoleId, groupId } = target;
  const userName = await insertUnderFreeName(ctx, trx, external, {
    ...{ customerId, userId, groupId, role, mustChangePassword: false, now },
    hasPassword: false,
    passwordHash: `none:${randomSecret(ctx.random)}`,
  });
  if (ownRoleId !== null) await updateUser(trx, customerId, userId, { custom_role_id: ownRoleId });
  const { subject } = external;
  await insertIdentity(trx, { customerId, issuer, subject }, { userId, isCreated: true }, now);
  const actor = { customerId, groupId, userId, userName, tokenHash: null, address };
  await writeLog(trx, actor, {
    at: now,
    module: LOG_MODULES.users,
    command: 'add user',
    detail: {
      user: { id: userId, name: userName },
      after: { role: target.roleName, group: target.groupName, mail: '' },
      provider: issuer,
    },
  });
  return done(userId);
}

type NewAccount = Omit<Parameters<typeof insertAccount>[1], 'userName'>;

/** Throws if even the random names are taken. */
async function insertUnderFreeName(
  ctx: Context,
  trx: Executor,
  { names }: ExternalUser,
  account: NewAccount,
): Promise<string> {
  const random = () => ctx.random.bytes(3).toString('hex');
  for (const userName of userNames(names, random)) {
    if (isAccountName(userName) && (await insertAccount(trx, { ...account, userName }))) {
      return userName;
    }
  }
  throw new Error('no free user name was found');
}
