/**
 * The step after the password, or after the provider confirmed the user: a user with a second factor
 * must enter a code, every other one gets a session.
 */
import { type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Context } from '../../../context.ts';
import { readKnownBrowserKey } from '../../shared/installation/installation-queries.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';
import type { Account } from '../accounts/account-queries.ts';
import { findSecondFactor } from '../second-factor/second-factor-queries.ts';
import { CHALLENGE_S, insertChallenge } from '../sessions/challenge-queries.ts';
import { lockProof, type ProviderProof } from '../sessions/current-provider-queries.ts';
import type { SignInWay } from '../sessions/sign-in-log.ts';
import { type ClientFacts, type LoginResult, openSession } from './open-session.ts';

/** The first proof was right and a code is required; the challenge stands for the proof. */
export interface CodeRequired extends Refused {
  readonly refusal: 'second-factor-required';
  readonly challenge: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export type FirstProofResult = Outcome<LoginResult> | CodeRequired;

export interface FirstProof {
  readonly mustChangePassword: boolean;
  readonly way: SignInWay;
  /** Present if a provider confirmed the user. */
  readonly provider?: ProviderProof;
}

export async function afterFirstProof(
  ctx: Context,
  facts: ClientFacts,
  account: Account,
  { mustChangePassword, way, provider }: FirstProof,
): Promise<FirstProofResult> {
  const { db } = ctx.database;
  const factor = await findSecondFactor(db, account);
  if (factor === undefined || factor.confirmedAt === null) {
    const knownBrowserKey = await readKnownBrowserKey(db);
    return openSession(ctx, facts, { account, mustChangePassword, way, provider, knownBrowserKey });
  }
  const challenge = randomSecret(ctx.random);
  const { customerId, userId, passwordHash } = account;
  const { fromBrowser } = facts;
  const inserted = await ctx.database.transaction(async (trx) => {
    if (provider !== undefined && !(await lockProof(trx, account, provider))) return false;
    const stored = {
      challengeHash: sha256(challenge),
      ...{ customerId, userId, passwordHash, mustChangePassword, fromBrowser },
      providerIssuer: provider?.issuer ?? null,
      providerRevision: provider?.revision ?? null,
      providerSubject: provider?.subject ?? null,
      providerSidHash: provider?.sidHash ?? null,
      idToken: provider?.idToken ?? null,
    };
    await insertChallenge(trx, stored, ctx.clock.now());
    return true;
  });
  if (!inserted) return refused('sso-over');
  return { ok: false, refusal: 'second-factor-required', challenge, expiresIn: CHALLENGE_S };
}
