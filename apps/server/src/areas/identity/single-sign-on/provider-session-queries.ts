/** Queries for the sessions that a provider opened, and for sign-ins that wait for a code. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { removeSubscriptionsOfUser } from '../../shared/table-writers/push-subscription-queries.ts';
import type { UserKey } from '../second-factor/second-factor-queries.ts';

/**
 * Ends the sessions that the provider of the customer opened, and the push subscriptions of all
 * users with an account at a provider. Must be called after the settings were changed:
 * a sign-in locks them while it opens a session.
 */
export async function deleteProviderSessions(trx: Executor, customerId: number): Promise<Buffer[]> {
  await trx
    .deleteFrom('sign_in_challenge')
    .where('customer_id', '=', customerId)
    .where('provider_issuer', 'is not', null)
    .execute();
  // Sessions before subscriptions, like each end of a user's sessions (`session-queries.ts`).
  const rows = await trx
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('provider_issuer', 'is not', null)
    .returning('token_hash as tokenHash')
    .execute();
  await sql`
    delete from push_subscription p where p.customer_id = ${customerId}
      and exists (select 1 from external_identity i
        where i.customer_id = p.customer_id and i.user_id = p.user_id)`.execute(trx);
  return rows.map(({ tokenHash }) => tokenHash);
}

/** Ends the sessions of a user that a provider opened, and all push subscriptions of the user. */
export async function deleteProviderSessionsOfUser(
  trx: Executor,
  { customerId, userId }: UserKey,
): Promise<Buffer[]> {
  await trx
    .deleteFrom('sign_in_challenge')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('provider_issuer', 'is not', null)
    .execute();
  const rows = await trx
    .deleteFrom('session')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('provider_issuer', 'is not', null)
    .returning('token_hash as tokenHash')
    .execute();
  await removeSubscriptionsOfUser(trx, customerId, userId);
  return rows.map(({ tokenHash }) => tokenHash);
}

/** Hash of a provider's identifier of its session (`sid`), which may have any length. */
export const sessionIdHash = (issuer: string, sid: string): Buffer =>
  sha256(`provider session ${JSON.stringify([issuer, sid])}`);

export interface ProviderSession {
  readonly issuer: string;
  /** Sealed; null if it was not stored. */
  readonly idToken: string | null;
}

/** Returns undefined for a session that a password opened. */
export async function findProviderSession(
  db: Executor,
  tokenHash: Buffer,
): Promise<ProviderSession | undefined> {
  const { rows } = await sql<ProviderSession>`
    select provider_issuer as issuer, id_token as "idToken" from session
    where token_hash = ${tokenHash} and provider_issuer is not null`.execute(db);
  return rows[0];
}
