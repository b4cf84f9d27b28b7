/** Queries that compare what a provider confirmed with the settings and links of the customer. */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { Account } from '../accounts/account-queries.ts';

type UserKey = Pick<Account, 'customerId' | 'userId'>;

/** The provider as it was when a sign-in began. */
export interface UsedProvider {
  readonly issuer: string;
  readonly revision: number;
}

/** A user whom a provider confirmed. */
export interface ProviderProof extends UsedProvider {
  /** The account at the provider. */
  readonly subject: string;
  /** Hash of the provider's identifier of its session; null if it sent none. */
  readonly sidHash: Buffer | null;
  /** Sealed; null if it was too large to be stored. */
  readonly idToken: string | null;
  /** Time before the code was exchanged; null for a sign-in that waited for a code. */
  readonly begunAt: number | null;
}

/**
 * Locks the settings until the transaction ends, against changes, or with `update` against sign-ins
 * too. Returns false if they were changed or deleted, after which no session may be opened: the
 * change has already ended those that were open.
 */
export async function lockProvider(
  trx: Executor,
  customerId: number,
  { issuer, revision }: UsedProvider,
  mode: 'share' | 'update' = 'share',
): Promise<boolean> {
  const query = trx
    .selectFrom('identity_provider')
    .where('customer_id', '=', customerId)
    .select(['issuer', 'revision']);
  const row = await (mode === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
  return row?.issuer === issuer && row.revision === revision;
}

/**
 * Locks everything that a session of the provider depends on, in this order: the settings, then the
 * link of the user. Returns false if one of them was changed or deleted, or if the provider has ended
 * its session. The account must be locked before, if at all.
 */
export async function lockProof(
  trx: Executor,
  user: UserKey,
  proof: ProviderProof,
): Promise<boolean> {
  return (
    (await lockProvider(trx, user.customerId, proof)) &&
    (await lockLink(trx, user, proof)) &&
    !(await isLoggedOut(trx, user, proof))
  );
}

async function lockLink(
  trx: Executor,
  { customerId, userId }: UserKey,
  { issuer, subject }: ProviderProof,
): Promise<boolean> {
  const row = await trx
    .selectFrom('external_identity')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A logout locks the settings, so it comes before this transaction or after it. One that came before
 * has deleted the challenges; what began after it is not concerned, except by an equal `sid`.
 */
async function isLoggedOut(
  trx: Executor,
  { customerId }: UserKey,
  { issuer, subject, sidHash, begunAt }: ProviderProof,
): Promise<boolean> {
  const row = await trx
    .selectFrom('provider_logout')
    .where('customer_id', '=', customerId)
    .where('issuer', '=', issuer)
    .where((eb) =>
      eb.or([
        ...(sidHash === null ? [] : [eb('sid_hash', '=', sidHash)]),
        ...(begunAt === null
          ? []
          : [
              eb.and([
                eb('subject', '=', subject),
                eb('received_at', '>=', instant(begunAt)),
                sidHash === null ? sql<boolean>`true` : eb('sid_hash', 'is', null),
              ]),
            ]),
      ]),
    )
    .select('logout_hash')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
