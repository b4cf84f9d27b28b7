/**
 * Back-channel logout: a provider ends its session, or all sessions of an account, and sends a logout
 * token to the address of its customer. Anyone can send tokens there, so only a token with the issuer
 * and the client ID of the customer causes a request to the provider.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { decodeJwt } from 'jose';
import type { Context } from '../../../../context.ts';
import type { Executor } from '../../../../storage/database.ts';
import { parseId } from '../../../shared/identifier.ts';
import { writeAccess } from '../../../shared/operation-log/write-log.ts';
import { findAccountOf } from '../../accounts/account-queries.ts';
import { ssoLogoutOfAddress } from '../../guessing/throttle-buckets.ts';
import { returnPlaces } from '../../guessing/throttle-queries.ts';
import { charge } from '../../passwords/guess.ts';
import { publishEnded } from '../../sessions/session-service.ts';
import { describeError } from '../describe-error.ts';
import { readPublished } from '../open-provider.ts';
import { findSealedProvider, type SealedProvider } from '../provider-queries.ts';
import { endSessions } from './end-sessions.ts';
import type { EndedSession } from './logout-queries.ts';
import { type LogoutToken, verifyLogoutToken } from './logout-token.ts';

export interface LogoutRequest {
  /** Customer of the address. */
  readonly customer: string;
  readonly token: string;
  readonly address: string;
  readonly signal: AbortSignal;
}

/** A customer without a provider has the same answer as a wrong token. */
export async function logoutByProvider(
  ctx: Context,
  { customer, token, address, signal }: LogoutRequest,
): Promise<Outcome<undefined>> {
  const { db } = ctx.database;
  const place = ssoLogoutOfAddress(address);
  if (!(await charge(ctx, [place]))) return refused('too-many-attempts');
  const customerId = parseId(customer);
  const provider = customerId === undefined ? undefined : await findSealedProvider(db, customerId);
  if (provider === undefined) return refused('sso-logout-invalid');
  const verified = await verify(ctx, provider, token, signal);
  if (verified === undefined) return refused('sso-logout-invalid');
  const ended = await ctx.database.transaction(async (trx) => {
    const sessions = await endSessions(ctx, trx, provider, verified);
    if (sessions !== undefined) await logEnded(ctx, trx, provider.customerId, address, sessions);
    return sessions;
  });
  if (ended === undefined) return refused('sso-logout-invalid');
  publishEnded(
    ctx,
    ended.map(({ tokenHash }) => tokenHash),
  );
  await returnPlaces(db, [place]);
  return done(undefined);
}

async function verify(
  ctx: Context,
  provider: SealedProvider,
  token: string,
  signal: AbortSignal,
): Promise<LogoutToken | undefined> {
  const { customerId, issuer, clientId } = provider;
  if (!isMeantFor(token, provider)) return undefined;
  const published = await readPublished(ctx, provider, signal);
  if (!published.ok) {
    ctx.log.warn({ refusal: published.refusal, customerId }, 'logout of a provider refused');
    return undefined;
  }
  try {
    const expected = { issuer, clientId, now: ctx.clock.now() };
    return await verifyLogoutToken(token, published.value, expected);
  } catch (error) {
    // All input of the verification comes from the sender or the provider.
    ctx.log.warn({ causes: describeError(error), customerId }, 'logout of a provider refused');
    return undefined;
  }
}

/** Administrators may enter an issuer with or without a slash at the end. */
const bare = (issuer: string): string => issuer.replace(/\/$/, '');

/** Compares the claims before the signature is verified. */
function isMeantFor(token: string, { issuer, clientId }: SealedProvider): boolean {
  try {
    const { iss, aud } = decodeJwt(token);
    return iss !== undefined && bare(iss) === bare(issuer) && [aud].flat().includes(clientId);
  } catch {
    return false;
  }
}

async function logEnded(
  ctx: Context,
  trx: Executor,
  customerId: number,
  address: string,
  ended: readonly EndedSession[],
): Promise<void> {
  for (const userId of new Set(ended.map((session) => session.userId))) {
    const account = await findAccountOf(trx, { customerId, userId });
    if (account === undefined) continue;
    const { groupId, userName } = account;
    const actor = { customerId, groupId, userId, userName, tokenHash: null, address };
    const sessions = ended.filter((session) => session.userId === userId).length;
    const detail = { way: 'provider', sessions };
    await writeAccess(trx, actor, { at: ctx.clock.now(), command: 'sign out', detail });
  }
}
