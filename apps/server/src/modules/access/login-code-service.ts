/** The second half of signing in: a code of the second factor, or a recovery code (T6). */
import { type Outcome, refused } from '@busbar/domain/refusal';
import type { Context } from '../../context.ts';
import { readKnownBrowserKey } from '../installation/installation-repository.ts';
import { findAccountOf } from './account-repository.ts';
import { checkCodeOrRecovery, wayOf } from './check-code.ts';
import { guess } from './guess.ts';
import { whyNot } from './login-service.ts';
import { type ClientFacts, type LoginResult, openSession } from './open-session.ts';
import { sha256 } from './session-secret.ts';
import { findChallenge } from './sign-in-challenge.ts';
import { logFailedSignIn } from './sign-in-log.ts';
import { clearPlaces } from './throttle.ts';
import { codeOfUser, loginOfAddress } from './throttle-buckets.ts';

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
    whyNot(account, 'user', now) !== undefined
  ) {
    return refused('sign-in-over');
  }
  const knownBrowserKey = await readKnownBrowserKey(db);
  const way = wayOf(request.code);
  const ofCode = codeOfUser(account.customerId, account.userId);
  return guess(ctx, {
    places: [loginOfAddress(address), ofCode],
    judge: () => checkCodeOrRecovery(db, account, request.code, now),
    wrong: refused('code-wrong', 'code'),
    noteWrong: () => logFailedSignIn(ctx, account, { way, address, client, refusal: 'code-wrong' }),
    right: async () => {
      await clearPlaces(db, [ofCode]);
      const { mustChangePassword, challengeHash } = challenge;
      return openSession(ctx, request, {
        account,
        mustChangePassword,
        way,
        challengeHash,
        knownBrowserKey,
      });
    },
  });
}
