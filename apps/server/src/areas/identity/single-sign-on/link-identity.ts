/**
 * Links the account of a signed-in user with an account at the provider of the customer. The user
 * enters the password, and a code if there is a second factor, before going to the provider; no
 * administrator links another user, and a mail address links nothing.
 */
import { returnPath } from '@busbar/domain/access/single-sign-on/return-path';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { secretsOf } from '../../shared/installation/sealed-secrets.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { lockRightsOf } from '../../shared/rights/caller-rights-queries.ts';
import { passwordRefusal } from '../accounts/password-allowance-queries.ts';
import { type ConfirmedFactors, confirmAllFactors } from '../second-factor/all-factors.ts';
import { lockProvider } from '../sessions/current-provider-queries.ts';
import { publishEnded } from '../sessions/session-service.ts';
import type { Attempt } from './attempt-queries.ts';
import { type BeginFacts, type Begun, beginAttempt } from './begin-sign-in.ts';
import type { ExternalUser } from './exchange-code.ts';
import {
  deleteIdentity,
  findIdentity,
  findIdentityOf,
  insertIdentity,
} from './identity-queries.ts';
import { findProvider, type Provider } from './provider-queries.ts';
import { deleteProviderSessionsOfUser } from './provider-session-queries.ts';

export interface LinkState {
  /** Name of the provider; empty if the customer has none. */
  readonly providerName: string;
  /** Null if the user is not linked with an account of this provider. */
  readonly linkedAt: number | null;
  readonly isCreated: boolean;
}

export async function readLink(ctx: Context, caller: Caller): Promise<LinkState> {
  const { db } = ctx.database;
  const provider = await findProvider(db, secretsOf(ctx.config), caller.customerId);
  const identity = await findIdentityOf(db, caller);
  const isCurrent = identity !== undefined && identity.issuer === provider?.issuer;
  return {
    providerName: provider?.name ?? '',
    linkedAt: isCurrent ? identity.linkedAt : null,
    isCreated: identity?.isCreated ?? false,
  };
}

export async function beginLink(
  ctx: Context,
  caller: Caller,
  factors: ConfirmedFactors,
  facts: Omit<BeginFacts, 'address'>,
): Promise<Outcome<Begun>> {
  const { db } = ctx.database;
  const provider = await findProvider(db, secretsOf(ctx.config), caller.customerId);
  if (provider === undefined || caller.role === 'platform') return refused('sso-not-configured');
  const identity = await findIdentityOf(db, caller);
  if (identity?.issuer === provider.issuer) return refused('sso-already-linked');
  const confirmed = await confirmAllFactors(ctx, caller, factors);
  if (!confirmed.ok) return confirmed;
  const { userId, tokenHash } = caller;
  const purpose = { returnPath: returnPath('/account'), userId, tokenHash };
  return beginAttempt(ctx, provider, purpose, facts);
}

/** The caller must be the user who began, in the same session. */
export async function linkIdentity(
  ctx: Context,
  caller: Caller | undefined,
  attempt: Attempt,
  { customerId, issuer }: Provider,
  { subject }: ExternalUser,
): Promise<Outcome<undefined>> {
  if (caller === undefined || !isSameSession(caller, attempt)) return refused('sso-over');
  return ctx.database.transaction(async (trx): Promise<Outcome<undefined>> => {
    const now = ctx.clock.now();
    const lost = await lockRightsOf(trx, caller, now);
    if (lost !== undefined) return refused(lost);
    if (!(await lockProvider(trx, customerId, attempt))) return refused('sso-over');
    const account = { customerId, issuer, subject };
    if ((await findIdentity(trx, account)) !== undefined) return refused('sso-identity-taken');
    const own = await findIdentityOf(trx, caller);
    if (own?.issuer === issuer) return refused('sso-already-linked');
    if (own?.isCreated === true) return refused('sso-created-stays');
    await insertIdentity(trx, account, { userId: caller.userId, isCreated: false }, now);
    await log(ctx, trx, caller, 'link provider account', { provider: issuer, subject });
    return done(undefined);
  });
}

const isSameSession = (caller: Caller, { customerId, userId, tokenHash }: Attempt): boolean =>
  caller.customerId === customerId &&
  caller.userId === userId &&
  tokenHash !== null &&
  caller.tokenHash.equals(tokenHash);

export async function unlinkIdentity(
  ctx: Context,
  caller: Caller,
  factors: ConfirmedFactors,
): Promise<Outcome<undefined>> {
  const identity = await findIdentityOf(ctx.database.db, caller);
  if (identity === undefined) return refused('sso-not-linked');
  if (identity.isCreated) return refused('sso-created-stays');
  const confirmed = await confirmAllFactors(ctx, caller, factors);
  if (!confirmed.ok) return confirmed;
  const ended = await ctx.database.transaction(async (trx): Promise<Outcome<Buffer[]>> => {
    const lost = await lockRightsOf(trx, caller, ctx.clock.now());
    if (lost !== undefined) return refused(lost);
    // Without the link, the password could be used again.
    const isPasswordOff = (await passwordRefusal(trx, caller)) !== undefined;
    if (isPasswordOff) return refused('sso-link-required');
    await deleteIdentity(trx, caller);
    const sessions = await deleteProviderSessionsOfUser(trx, caller);
    const detail = { provider: identity.issuer, sessions: sessions.length };
    await log(ctx, trx, caller, 'unlink provider account', detail);
    return done(sessions);
  });
  if (!ended.ok) return ended;
  publishEnded(ctx, ended.value);
  return done(undefined);
}

const log = (
  ctx: Context,
  trx: Parameters<typeof writeLog>[0],
  caller: Caller,
  command: 'link provider account' | 'unlink provider account',
  detail: Readonly<Record<string, unknown>>,
) => writeLog(trx, caller, { at: ctx.clock.now(), module: LOG_MODULES.users, command, detail });
