/**
 * Signing in (part 1, sections 2, 4, 5 and 8; decisions 2 to 4; T6 to T8). Whatever is wrong before
 * the right password was given has one answer, after the same work: an account cannot be guessed.
 */
import { isAdministrator } from '@busbar/domain/access/role';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { readKnownBrowserKey } from '../installation/installation-repository.ts';
import { accountKey, isForbiddenAccount } from './account-key.ts';
import {
  type Account,
  findAccount,
  holdPassword,
  requirePasswordChange,
} from './account-repository.ts';
import { guess } from './guess.ts';
import { knownBrowserOf, rememberBrowser } from './known-browser.ts';
import { verifyPassword } from './password-hash.ts';
import { isWeakPassword } from './password-rule.ts';
import { deleteSessionOfCookie, insertSession } from './session-repository.ts';
import { newSession, readSessionCookie } from './session-secret.ts';
import { publishEnded } from './session-service.ts';
import { clearPlaces } from './throttle.ts';
import { loginOfAccount, loginOfAddress, loginOfKnownBrowser } from './throttle-buckets.ts';
import { findProfile, type UserProfile } from './user-profile.ts';

export interface LoginRequest {
  readonly account: string;
  readonly password: string;
  readonly mode: 'user' | 'admin';
  readonly address: string;
  readonly client: string;
  /** A browser's session is bound to a cookie; another client's to its token alone. */
  readonly fromBrowser: boolean;
  readonly knownBrowserCookie: string | undefined;
  readonly sessionCookie: string | undefined;
}

export interface LoginResult {
  readonly token: string;
  /** Present for a browser only. */
  readonly cookies?: { readonly session: string; readonly knownBrowser: string };
  /** The initial or a weak password: nothing else works before it is changed. */
  readonly mustChangePassword: boolean;
  readonly profile: UserProfile;
}

export async function login(ctx: Context, request: LoginRequest): Promise<Outcome<LoginResult>> {
  if (accountKey(request.account) === '') return refused('info-required', 'account');
  if (request.password === '') return refused('info-required', 'password');
  if (isForbiddenAccount(request.account)) return refused('admin-not-allowed');
  const { db } = ctx.database;
  const account = await findAccount(db, request.account);
  const key = await readKnownBrowserKey(db);
  const browser = account && knownBrowserOf(request.knownBrowserCookie, key, account);
  const ofSecret =
    browser === undefined ? loginOfAccount(request.account) : loginOfKnownBrowser(browser);
  return guess(ctx, {
    // A known browser is told apart from others of its address: an office shares one address.
    places: browser === undefined ? [loginOfAddress(request.address), ofSecret] : [ofSecret],
    judge: () => verifyPassword(account?.passwordHash, request.password),
    wrong: refused('bad-credentials'),
    right: async () => {
      if (account === undefined) return refused('bad-credentials');
      await clearPlaces(db, [ofSecret]);
      const refusal = whyNot(account, request.mode, ctx.clock.now());
      return refusal === undefined ? openSession(ctx, request, account, key) : refused(refusal);
    },
  });
}

/** Said only to whoever knows the password. */
function whyNot(account: Account, mode: LoginRequest['mode'], now: number): Refusal | undefined {
  if (account.customerState === 'pending') return 'account-pending';
  const expired = account.customerExpiresAt !== null && account.customerExpiresAt <= now;
  if (account.disabled || account.customerState === 'rejected' || expired) return 'account-expired';
  if (mode === 'admin' && !isAdministrator(account.role)) return 'login-mode-not-allowed';
  return undefined;
}

async function openSession(
  ctx: Context,
  request: LoginRequest,
  account: Account,
  key: Buffer,
): Promise<Outcome<LoginResult>> {
  const { customerId, userId } = account;
  const session = newSession(ctx.random, request.fromBrowser);
  const isWeak = isWeakPassword(request.password, account.userName);
  const mustChangePassword = account.mustChangePassword || isWeak;
  const opened = await ctx.database.transaction(async (trx) => {
    if (!(await holdPassword(trx, account))) return undefined;
    if (mustChangePassword && !account.mustChangePassword) {
      await requirePasswordChange(trx, customerId, userId);
    }
    const replaced = await endReplacedSession(trx, request);
    await insertSession(trx, {
      tokenHash: session.tokenHash,
      cookieHash: session.cookie?.hash ?? null,
      customerId,
      userId,
      now: ctx.clock.now(),
      address: request.address,
      client: request.client,
    });
    return { replaced, profile: await findProfile(trx, customerId, userId) };
  });
  // Changed or disabled while we were checking.
  if (opened?.profile === undefined) return refused('bad-credentials');
  publishEnded(ctx, opened.replaced);
  const cookies = session.cookie && {
    session: session.cookie.value,
    knownBrowser: rememberBrowser(request.knownBrowserCookie, key, account, ctx.random),
  };
  return done({
    token: session.token,
    ...(cookies === null ? {} : { cookies }),
    mustChangePassword,
    profile: opened.profile,
  });
}

/** A browser has one cookie: the session it held could never be used again. */
async function endReplacedSession(trx: Executor, request: LoginRequest): Promise<Buffer[]> {
  const cookie = request.fromBrowser ? readSessionCookie(request.sessionCookie) : undefined;
  return cookie === undefined ? [] : deleteSessionOfCookie(trx, cookie);
}
