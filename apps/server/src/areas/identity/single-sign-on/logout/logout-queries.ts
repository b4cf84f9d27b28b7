/** Queries for logout tokens of a provider (OpenID Connect Back-Channel Logout 1.0). */
import type { Context } from '../../../../context.ts';
import { instant } from '../../../../storage/column-types.ts';
import type { Executor } from '../../../../storage/database.ts';
import { sha256 } from '../../../shared/secrets/session-secret.ts';
import { removeSubscriptionsOfUser } from '../../../shared/table-writers/push-subscription-queries.ts';

export const logoutHash = (issuer: string, tokenId: string): Buffer =>
  sha256(`provider logout ${JSON.stringify([issuer, tokenId])}`);

export interface Logout {
  readonly customerId: number;
  readonly issuer: string;
  readonly logoutHash: Buffer;
  /** Null if the token names a session only. */
  readonly subject: string | null;
  /** Null if the token ends all sessions of the account. */
  readonly sidHash: Buffer | null;
}

/** Returns false if the token was accepted before. */
export async function insertLogout(
  trx: Executor,
  logout: Logout,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('provider_logout')
    .values({
      customer_id: logout.customerId,
      logout_hash: logout.logoutHash,
      issuer: logout.issuer,
      subject: logout.subject,
      sid_hash: logout.sidHash,
      received_at: instant(now),
      expires_at: instant(expiresAt),
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'logout_hash']).doNothing())
    .returning('customer_id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface EndedSession {
  readonly userId: number;
  readonly tokenHash: Buffer;
}

/**
 * Ends the sessions of the provider with this `sid`, and the sign-ins that wait for a code. With
 * `userId`, sessions of that user whose `sid` is unknown end too. Browsers of the users stop receiving
 * push messages, because a subscription does not name its session.
 */
export async function endSessionsOfSid(
  trx: Executor,
  { customerId, issuer, sidHash }: Omit<Logout, 'sidHash'> & { readonly sidHash: Buffer },
  userId: number | undefined,
): Promise<EndedSession[]> {
  const ofLogout = (table: 'session' | 'sign_in_challenge') =>
    trx
      .deleteFrom(table)
      .where('customer_id', '=', customerId)
      .where('provider_issuer', '=', issuer)
      .where((eb) =>
        userId === undefined
          ? eb('provider_sid_hash', '=', sidHash)
          : eb.and([
              eb('user_id', '=', userId),
              eb.or([eb('provider_sid_hash', '=', sidHash), eb('provider_sid_hash', 'is', null)]),
            ]),
      );
  await ofLogout('sign_in_challenge').execute();
  const ended = await ofLogout('session')
    .returning(['user_id as userId', 'token_hash as tokenHash'])
    .execute();
  for (const id of new Set(ended.map((session) => session.userId))) {
    await removeSubscriptionsOfUser(trx, customerId, id);
  }
  return ended as EndedSession[];
}

export async function purgeOldLogouts(ctx: Context): Promise<void> {
  await ctx.database.db
    .deleteFrom('provider_logout')
    .where('expires_at', '<=', instant(ctx.clock.now()))
    .execute();
}
