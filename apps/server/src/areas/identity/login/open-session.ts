/**
 * Last step of signing in, after the last proof was accepted: creates the session, its cookies and
 * its audit event.
 */

import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { newSession, readSessionCookie } from '../../shared/secrets/session-secret.ts';
import { type Account, lockPassword, requirePasswordChange } from '../accounts/account-queries.ts';
import { findSecondFactor } from '../second-factor/second-factor-queries.ts';
import { takeChallenge } from '../sessions/challenge-queries.ts';
import { lockProof, type ProviderProof } from '../sessions/current-provider-queries.ts';
import { findProfile, type UserProfile } from '../sessions/profile-queries.ts';
import { deleteSessionOfCookie, insertSession, noteSignIn } from '../sessions/session-queries.ts';
import { publishEnded } from '../sessions/session-service.ts';
import { logSignIn, type SignInWay } from '../sessions/sign-in-log.ts';
import { rememberBrowser } from './known-browser.ts';

export interface ClientFacts {
  readonly address: string;
  readonly client: string;
  /** A browser's session is bound to a cookie; a session of any other client only to its token. */
  readonly fromBrowser: boolean;
  readonly knownBrowserCookie: string | undefined;
  readonly sessionCookie: string | undefined;
}

export interface LoginResult {
  readonly token: string;
  /** Present for a browser only. */
  readonly cookies?: { readonly session: string; readonly knownBrowser: string };
  /** True for an initial or weak password; until it is changed, all other requests are refused. */
  readonly mustChangePassword: boolean;
  readonly profile: UserProfile;
}

export interface Shown {
  readonly account: Account;
  readonly mustChangePassword: boolean;
  readonly way: SignInWay;
  /** Present if a second factor was used. */
  readonly challengeHash?: Buffer;
  /** Present if a provider confirmed the user. */
  readonly provider?: ProviderProof | undefined;
  readonly knownBrowserKey: Buffer;
}

export async function openSession(
  ctx: Context,
  facts: ClientFacts,
  { account, mustChangePassword, way, challengeHash, provider, knownBrowserKey }: Shown,
): Promise<Outcome<LoginResult>> {
  const { customerId, userId } = account;
  const { address, client, fromBrowser } = facts;
  const now = ctx.clock.now();
  const session = newSession(ctx.random, fromBrowser);
  const { tokenHash } = session;
  const opened = await ctx.database.transaction(async (trx) => {
    if (!(await lockPassword(trx, account))) return undefined;
    if (provider !== undefined && !(await lockProof(trx, account, provider))) {
      return 'provider-changed';
    }
    if (challengeHash === undefined) {
      // The user may have set up a second factor since the password was checked.
      const factor = await findSecondFactor(trx, account);
      if (factor !== undefined && factor.confirmedAt !== null) return 'code-missing';
    } else if (!(await takeChallenge(trx, challengeHash))) return undefined;
    if (mustChangePassword && !account.mustChangePassword) {
      await requirePasswordChange(trx, customerId, userId);
    }
    const replaced = await endReplacedSession(trx, facts);
    await insertSession(trx, {
      tokenHash,
      cookieHash: session.cookie?.hash ?? null,
      customerId,
      userId,
      now,
      address,
      client,
      providerIssuer: provider?.issuer ?? null,
      providerSidHash: provider?.sidHash ?? null,
      idToken: provider?.idToken ?? null,
    });
    await noteSignIn(trx, account, now);
    await logSignIn(trx, account, now, { way, address, client, tokenHash });
    return { replaced, profile: await findProfile(trx, customerId, userId) };
  });
  if (opened === 'code-missing') return refused('sign-in-over');
  if (opened === 'provider-changed') return refused('sso-over');
  // The account was changed or disabled during the check.
  if (opened?.profile === undefined) {
    return refused(challengeHash === undefined ? 'bad-credentials' : 'sign-in-over');
  }
  publishEnded(ctx, opened.replaced);
  const cookies = session.cookie && {
    session: session.cookie.value,
    knownBrowser: rememberBrowser(facts.knownBrowserCookie, knownBrowserKey, account, ctx.random),
  };
  return done({
    token: session.token,
    ...(cookies === null ? {} : { cookies }),
    mustChangePassword,
    profile: opened.profile,
  });
}

/** A browser has one cookie, so the session of its previous cookie could never be used again. */
async function endReplacedSession(trx: Executor, facts: ClientFacts): Promise<Buffer[]> {
  const cookie = facts.fromBrowser ? readSessionCookie(facts.sessionCookie) : undefined;
  return cookie === undefined ? [] : deleteSessionOfCookie(trx, cookie);
}
