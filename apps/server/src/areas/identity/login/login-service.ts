/**
 * First step of signing in (docs/specification/accounts.md 1 and 6.1; docs/decisions.md 2 to 4;
 * docs/promises.md T6 to T8). Every failure before the password is accepted returns the same
 * response after the same amount of work, so that accounts cannot be enumerated. A user with a
 * second factor enters a code in the next step (`login-code-service.ts`).
 */
import { isAdministrator } from '@busbar/domain/access/role';
import { type Refusal, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { readKnownBrowserKey } from '../../shared/installation/installation-queries.ts';
import { accountKey, isForbiddenAccount } from '../accounts/account-key.ts';
import { type Account, findAccount } from '../accounts/account-queries.ts';
import { passwordRefusal } from '../accounts/password-allowance-queries.ts';
import {
  loginOfAccount,
  loginOfAddress,
  loginOfKnownBrowser,
} from '../guessing/throttle-buckets.ts';
import { clearPlaces } from '../guessing/throttle-queries.ts';
import { guess } from '../passwords/guess.ts';
import { hashGate, reservedPlace } from '../passwords/hash-gate.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { isWeakPassword } from '../passwords/password-rule.ts';
import { logFailedSignIn } from '../sessions/sign-in-log.ts';
import { afterFirstProof, type FirstProofResult } from './after-first-proof.ts';
import { knownBrowserOf } from './known-browser.ts';
import type { ClientFacts } from './open-session.ts';

export interface LoginRequest extends ClientFacts {
  readonly account: string;
  readonly password: string;
  readonly mode: 'user' | 'admin';
}

export async function login(ctx: Context, request: LoginRequest): Promise<FirstProofResult> {
  if (accountKey(request.account) === '') return refused('info-required', 'account');
  if (request.password === '') return refused('info-required', 'password');
  if (isForbiddenAccount(request.account)) return refused('admin-not-allowed');
  // The attempt occupies its slot from the first database query to its end, so a flood of attempts
  // that wait or are rejected costs the database nothing (docs/promises.md T7).
  const answer = await hashGate.run((isCrowded) => attempt(ctx, request, isCrowded));
  return answer ?? refused('too-many-attempts');
}

async function attempt(
  ctx: Context,
  request: LoginRequest,
  isCrowded: boolean,
): Promise<FirstProofResult> {
  const gate = reservedPlace(isCrowded);
  const { db } = ctx.database;
  const { address, client } = request;
  const account = await findAccount(db, request.account);
  const key = await readKnownBrowserKey(db);
  const browser = account && knownBrowserOf(request.knownBrowserCookie, key, account);
  const ofSecret =
    browser === undefined ? loginOfAccount(request.account) : loginOfKnownBrowser(browser);
  const failed = (refusal: Refusal) =>
    logFailedSignIn(ctx, account, { way: 'password', address, client, refusal });
  const question = {
    // A known browser is exempt from the limit per address, because an office shares one address.
    places: browser === undefined ? [loginOfAddress(address), ofSecret] : [ofSecret],
    validate: () => verifyPassword(account?.passwordHash, request.password, gate),
    wrong: refused('bad-credentials'),
    noteWrong: () => failed('bad-credentials'),
    right: async () => {
      if (account === undefined) return refused('bad-credentials');
      await clearPlaces(db, [ofSecret]);
      const refusal =
        loginRefusal(account, request.mode, ctx.clock.now()) ??
        (await passwordRefusal(db, account));
      if (refusal !== undefined) {
        await failed(refusal);
        return refused(refusal);
      }
      const isWeak = isWeakPassword(request.password, account.userName);
      const mustChangePassword = account.mustChangePassword || isWeak;
      return afterFirstProof(ctx, request, account, { mustChangePassword, way: 'password' });
    },
  };
  return guess(ctx, question, gate);
}

/** Returned only after the right password was entered. */
export function loginRefusal(
  account: Account,
  mode: LoginRequest['mode'],
  now: number,
): Refusal | undefined {
  if (account.customerState === 'pending') return 'account-pending';
  const expired = account.customerExpiresAt !== null && account.customerExpiresAt <= now;
  if (account.disabled || account.customerState === 'rejected' || expired) return 'account-expired';
  if (mode === 'admin' && !isAdministrator(account.role)) return 'login-mode-not-allowed';
  return undefined;
}
