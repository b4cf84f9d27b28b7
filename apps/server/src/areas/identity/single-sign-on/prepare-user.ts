/**
 * The user of a confirmed account at a provider: the role and the group follow the groups of the
 * provider at each sign-in, and a user who has lost all of them loses the open sessions too. The
 * table was checked with the rights of the administrator who wrote it (`change-provider.ts`).
 */
import { isCustomerRole } from '@busbar/domain/access/own-role';
import { matchingRow } from '@busbar/domain/access/single-sign-on/group-role';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { lockRights } from '../../shared/rights/rights-administrator-queries.ts';
import { findAccountOf } from '../accounts/account-queries.ts';
import { passwordRefusal } from '../accounts/password-allowance-queries.ts';
import { revokeKeysOf } from '../api-keys/revoke-keys.ts';
import { loginRefusal } from '../login/login-service.ts';
import type { ClientFacts } from '../login/open-session.ts';
import type { UserKey } from '../second-factor/second-factor-queries.ts';
import { lockProvider } from '../sessions/current-provider-queries.ts';
import { deleteSessionsOfUser } from '../sessions/session-queries.ts';
import { publishEnded } from '../sessions/session-service.ts';
import type { Attempt } from './attempt-queries.ts';
import { createUser } from './create-user.ts';
import type { ExternalUser } from './exchange-code.ts';
import { followGroups } from './follow-groups.ts';
import { findIdentity } from './identity-queries.ts';
import { findTarget, type Target } from './provider-group-queries.ts';
import { listGroupRows, type Provider } from './provider-queries.ts';
import { deleteProviderSessionsOfUser } from './provider-session-queries.ts';

/** Returns the id of the user. */
export async function prepareUser(
  ctx: Context,
  provider: Provider,
  attempt: Attempt,
  external: ExternalUser,
  facts: ClientFacts,
): Promise<Outcome<number>> {
  const ended: Buffer[] = [];
  const { customerId, issuer } = provider;
  const { subject } = external;
  const outcome = await ctx.database.transaction(async (trx): Promise<Outcome<number>> => {
    await lockRights(trx, customerId);
    if (!(await lockProvider(trx, customerId, attempt))) return refused('sso-over');
    const identity = await findIdentity(trx, { customerId, issuer, subject });
    const target = await targetOf(trx, customerId, external);
    if (identity === undefined) {
      if (target === undefined) return refused('sso-no-group');
      return createUser(ctx, trx, provider, external, { target, address: facts.address });
    }
    const { userId, isCreated } = identity;
    const refusal = await accountRefusal(ctx, trx, customerId, userId);
    if (refusal !== undefined) return refused(refusal);
    if (target === undefined) {
      ended.push(...(await deleteProviderSessionsOfUser(trx, { customerId, userId })));
      ended.push(...(await deleteSessionsOfUser(trx, customerId, userId)));
      await revokeKeysWithout(ctx, trx, { customerId, userId }, facts.address);
      return refused('sso-no-group');
    }
    const user = { customerId, userId, address: facts.address };
    if (isCreated) ended.push(...(await followGroups(ctx, trx, user, target)));
    return done(userId);
  });
  publishEnded(ctx, ended);
  return outcome;
}

/** A row whose role or group was deleted gives nothing, and no later row is used in its place. */
async function targetOf(
  trx: Executor,
  customerId: number,
  { groups }: ExternalUser,
): Promise<Target | undefined> {
  const row = matchingRow(await listGroupRows(trx, customerId), groups);
  if (row === undefined || !isCustomerRole(row.role)) return undefined;
  return findTarget(trx, customerId, row);
}

/** The keys of a user with a password are kept, like the access. */
async function revokeKeysWithout(
  ctx: Context,
  trx: Executor,
  user: UserKey,
  address: string,
): Promise<void> {
  const account = await findAccountOf(trx, user);
  if (account === undefined || (await passwordRefusal(trx, user)) === undefined) return;
  const { customerId, groupId, userId, userName } = account;
  const actor = { customerId, groupId, userId, userName, tokenHash: null, address };
  await revokeKeysOf(trx, actor, { userId }, ctx.clock.now());
}

async function accountRefusal(
  ctx: Context,
  trx: Executor,
  customerId: number,
  userId: number,
): Promise<Refusal | undefined> {
  const account = await findAccountOf(trx, { customerId, userId });
  if (account === undefined || account.role === 'platform') return 'sso-no-account';
  return loginRefusal(account, 'user', ctx.clock.now());
}
