/**
 * A sign-in that waits for its second factor: a secret, valid for five minutes, that proves the
 * password was right, or that a provider confirmed the user, but gives no access. Only its hash is stored.
 */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export const CHALLENGE_S = 300;

export interface Challenge {
  readonly challengeHash: Buffer;
  readonly customerId: number;
  readonly userId: number;
  /** A change of the password invalidates the challenge. */
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  /** True if the challenge was issued to a browser, in which case the session needs a cookie. */
  readonly fromBrowser: boolean;
  /** The provider if it, and not a password, was the first proof; its ID token is sealed. */
  readonly providerIssuer: string | null;
  readonly providerRevision: number | null;
  /** The account at that provider, and the hash of the identifier of its session. */
  readonly providerSubject: string | null;
  readonly providerSidHash: Buffer | null;
  readonly idToken: string | null;
}

export async function insertChallenge(
  db: Executor,
  challenge: Challenge,
  now: number,
): Promise<void> {
  await db
    .insertInto('sign_in_challenge')
    .values({ ...snakeCaseKeys(challenge), expires_at: instant(now + CHALLENGE_S * 1000) })
    .execute();
}

export async function findChallenge(
  db: Executor,
  challengeHash: Buffer,
  now: number,
): Promise<Challenge | undefined> {
  return db
    .selectFrom('sign_in_challenge')
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', instant(now))
    .select([
      'challenge_hash as challengeHash',
      'customer_id as customerId',
      'user_id as userId',
      'password_hash as passwordHash',
      'must_change_password as mustChangePassword',
      'from_browser as fromBrowser',
      'provider_issuer as providerIssuer',
      'provider_revision as providerRevision',
      'provider_subject as providerSubject',
      'provider_sid_hash as providerSidHash',
      'id_token as idToken',
    ])
    .executeTakeFirst();
}

/** Returns false if another request took the challenge; one challenge creates one session. */
export async function takeChallenge(trx: Executor, challengeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sign_in_challenge')
    .where('challenge_hash', '=', challengeHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteExpiredChallenges(db: Executor, now: number): Promise<void> {
  await db.deleteFrom('sign_in_challenge').where('expires_at', '<=', instant(now)).execute();
}
