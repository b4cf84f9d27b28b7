/** Queries for sign-ins that a browser has begun at a provider. Only hashes are stored. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { UsedProvider } from '../sessions/current-provider-queries.ts';

export const ATTEMPT_S = 600;

export interface Attempt extends UsedProvider {
  readonly customerId: number;
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly returnPath: string;
  /** The user who links an account; null to sign in. */
  readonly userId: number | null;
  /** The session of that user. */
  readonly tokenHash: Buffer | null;
}

export async function insertAttempt(db: Executor, attempt: Attempt, now: number): Promise<void> {
  await db
    .insertInto('sso_attempt')
    .values({
      ...pickSnakeCase(attempt, 'customerId', 'stateHash', 'browserHash'),
      ...pickSnakeCase(attempt, 'issuer', 'revision', 'returnPath', 'userId', 'tokenHash'),
      expires_at: instant(now + ATTEMPT_S * 1000),
    })
    .execute();
}

/**
 * Deletes the attempt and returns it if it was begun by this browser for this customer. An answer
 * with a foreign cookie does not consume the attempt of its browser.
 */
export async function takeAttempt(
  db: Executor,
  { customerId, stateHash, browserHash }: Pick<Attempt, 'customerId' | 'stateHash' | 'browserHash'>,
  now: number,
): Promise<Attempt | undefined> {
  return db
    .deleteFrom('sso_attempt')
    .where('customer_id', '=', customerId)
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', instant(now))
    .returning([
      'customer_id as customerId',
      'state_hash as stateHash',
      'browser_hash as browserHash',
      'issuer',
      'revision',
      'return_path as returnPath',
      'user_id as userId',
      'token_hash as tokenHash',
    ])
    .executeTakeFirst();
}

export async function purgeOldAttempts(ctx: Context): Promise<void> {
  await ctx.database.db
    .deleteFrom('sso_attempt')
    .where('expires_at', '<=', instant(ctx.clock.now()))
    .execute();
}
