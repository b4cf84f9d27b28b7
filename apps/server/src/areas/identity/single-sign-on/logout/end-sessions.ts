/** Ends the sessions that a logout token names. */
import type { Context } from '../../../../context.ts';
import type { Executor } from '../../../../storage/database.ts';
import { lockProvider } from '../../sessions/current-provider-queries.ts';
import { findIdentity } from '../identity-queries.ts';
import type { SealedProvider } from '../provider-queries.ts';
import { deleteProviderSessionsOfUser, sessionIdHash } from '../provider-session-queries.ts';
import { type EndedSession, endSessionsOfSid, insertLogout, logoutHash } from './logout-queries.ts';
import { type LogoutToken, MAX_AGE_S, TOLERATED_S } from './logout-token.ts';

/**
 * Longer than a token is accepted, and than a sign-in that began before it can last: a code must be
 * entered within five minutes.
 */
const STORED_MS = 2 * (MAX_AGE_S + TOLERATED_S) * 1000;

/**
 * Returns undefined if the token was used before, or if the settings were changed since it was
 * verified.
 */
export async function endSessions(
  ctx: Context,
  trx: Executor,
  { customerId, issuer, revision }: SealedProvider,
  { tokenId, subject, sid }: LogoutToken,
): Promise<readonly EndedSession[] | undefined> {
  // No sign-in of the customer opens a session at the same time.
  if (!(await lockProvider(trx, customerId, { issuer, revision }, 'update'))) return undefined;
  const now = ctx.clock.now();
  const sidHash = sid === undefined ? null : sessionIdHash(issuer, sid);
  const logout = {
    ...{ customerId, issuer, sidHash },
    logoutHash: logoutHash(issuer, tokenId),
    subject: subject ?? null,
  };
  const times = { now, expiresAt: now + STORED_MS };
  if (!(await insertLogout(trx, logout, times))) return undefined;
  const identity =
    subject === undefined ? undefined : await findIdentity(trx, { customerId, issuer, subject });
  // The subject has never signed in here.
  if (subject !== undefined && identity === undefined) return [];
  if (sidHash !== null) return endSessionsOfSid(trx, { ...logout, sidHash }, identity?.userId);
  const { userId } = identity!;
  const ended = await deleteProviderSessionsOfUser(trx, { customerId, userId });
  return ended.map((tokenHash) => ({ userId, tokenHash }));
}
