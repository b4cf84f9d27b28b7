/** Second step of signing in: second-factor code or recovery code (docs/promises.md T6). */
import { type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { readKnownBrowserKey } from '../../shared/installation/installation-queries.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { type Account, findAccountOf } from '../accounts/account-queries.ts';
import { passwordRefusal } from '../accounts/password-allowance-queries.ts';
import {
  codeOfKnownBrowser,
  codeOfUser,
  loginOfAddress,
  recoveryCodeOfUser,
  ssoOfAddress,
} from '../guessing/throttle-buckets.ts';
import { clearPlaces, type Place, returnPlaces } from '../guessing/throttle-queries.ts';
import { guess } from '../passwords/guess.ts';
import { checkCodeOrRecovery, wayOf } from '../second-factor/check-code.ts';
import { type Challenge, findChallenge } from '../sessions/challenge-queries.ts';
import type { ProviderProof } from '../sessions/current-provider-queries.ts';
import { logFailedSignIn, type SignInWay } from '../sessions/sign-in-log.ts';
import { knownBrowserOf } from './known-browser.ts';
import { loginRefusal } from './login-service.ts';
import { type ClientFacts, type LoginResult, openSession } from './open-session.ts';
import { queuePasswordKnownMail } from './password-known-mail.ts';

export interface CodeRequest extends ClientFacts {
  readonly challenge: string;
  readonly code: string;
}

export async function loginWithCode(
  ctx: Context,
  request: CodeRequest,
): Promise<Outcome<LoginResult>> {
  if (request.code.trim() === '') return refused('info-required', 'code');
  const { db } = ctx.database;
  const { address, client } = request;
  const now = ctx.clock.now();
  const challenge = await findChallenge(db, sha256(request.challenge), now);
  if (challenge === undefined || challenge.fromBrowser !== request.fromBrowser) {
    return refused('sign-in-over');
  }
  const account = await findAccountOf(db, challenge);
  if (
    account === undefined ||
    account.passwordHash !== challenge.passwordHash ||
    loginRefusal(account, 'user', now) !== undefined ||
    // Passwords may have been turned off since the password was entered.
    (providerOf(challenge) === undefined && (await passwordRefusal(db, account)) !== undefined)
  ) {
    return refused('sign-in-over');
  }
  const knownBrowserKey = await readKnownBrowserKey(db);
  const way = wayOf(request.code);
  const browser = knownBrowserOf(request.knownBrowserCookie, knownBrowserKey, account);
  const ofCode = placeOfCode(account, way, address, browser);
  return guess(ctx, {
    // A known browser is exempt from the limit per address, because an office shares one address.
    places: browser === undefined ? [loginOfAddress(address), ofCode] : [ofCode],
    validate: () => checkCodeOrRecovery(ctx, account, request.code, now),
    wrong: refused('code-wrong', 'code'),
    noteWrong: async () => {
      await logFailedSignIn(ctx, account, { way, address, client, refusal: 'code-wrong' });
      if (browser === undefined) await queuePasswordKnownMail(ctx, account, address);
    },
    right: async () => {
      await clearPlaces(db, [ofCode]);
      const { mustChangePassword, challengeHash } = challenge;
      const provider = providerOf(challenge);
      const opened = await openSession(ctx, request, {
        ...{ account, mustChangePassword, way, challengeHash, provider, knownBrowserKey },
      });
      if (opened.ok && provider !== undefined) await returnPlaces(db, [ssoOfAddress(address)]);
      return opened;
    },
  });
}

function providerOf(challenge: Challenge): ProviderProof | undefined {
  const { providerIssuer, providerRevision, providerSubject, providerSidHash, idToken } = challenge;
  if (providerIssuer === null || providerRevision === null) return undefined;
  return {
    issuer: providerIssuer,
    revision: providerRevision,
    subject: providerSubject ?? '',
    sidHash: providerSidHash,
    ...{ idToken, begunAt: null },
  };
}

/**
 * Attempts by strangers who know the password lock out neither a known browser nor recovery codes
 * (docs/promises.md T6).
 */
function placeOfCode(
  account: Account,
  way: SignInWay,
  address: string,
  browser: string | undefined,
): Place {
  if (way === 'recovery-code') return recoveryCodeOfUser(account, address);
  return browser === undefined
    ? codeOfUser(account.customerId, account.userId)
    : codeOfKnownBrowser(browser);
}
