/** Queries that compare the provider that confirmed a user with the settings of the customer. */
import type { Executor } from '../../../storage/database.ts';

/** The provider as it was when a sign-in began. */
export interface UsedProvider {
  readonly issuer: string;
  readonly revision: number;
}

/** A provider that confirmed a user. */
export interface ProviderProof extends UsedProvider {
  /** Sealed; null if it was too large to be stored. */
  readonly idToken: string | null;
}

/**
 * Locks the settings until the transaction ends. Returns false if they were changed or deleted,
 * after which no session may be opened: the change has already ended those that were open.
 */
export async function lockProvider(
  trx: Executor,
  customerId: number,
  { issuer, revision }: UsedProvider,
): Promise<boolean> {
  const row = await trx
    .selectFrom('identity_provider')
    .where('customer_id', '=', customerId)
    .select(['issuer', 'revision'])
    .forShare()
    .executeTakeFirst();
  return row?.issuer === issuer && row.revision === revision;
}
