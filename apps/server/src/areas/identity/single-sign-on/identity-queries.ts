/** Queries for accounts at a provider and the users who sign in with them. */
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { UserKey } from '../second-factor/second-factor-queries.ts';

/** An account at a provider: the subject is unique within its issuer and never reassigned. */
export interface ExternalAccount {
  readonly customerId: number;
  readonly issuer: string;
  readonly subject: string;
}

export interface Identity {
  readonly userId: number;
  /** True if the provider created the user; false if the user linked the account. */
  readonly isCreated: boolean;
}

export async function findIdentity(
  db: Executor,
  { customerId, issuer, subject }: ExternalAccount,
): Promise<Identity | undefined> {
  return db
    .selectFrom('external_identity')
    .where('customer_id', '=', customerId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select(['user_id as userId', 'is_created as isCreated'])
    .executeTakeFirst();
}

export interface IdentityOfUser {
  readonly issuer: string;
  readonly isCreated: boolean;
  readonly linkedAt: number;
}

export async function findIdentityOf(
  db: Executor,
  { customerId, userId }: UserKey,
): Promise<IdentityOfUser | undefined> {
  return db
    .selectFrom('external_identity')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .select(['issuer', 'is_created as isCreated', 'linked_at as linkedAt'])
    .executeTakeFirst();
}

/**
 * Replaces the identity that the user has at a former issuer. Returns false if the account belongs
 * to another user.
 */
export async function insertIdentity(
  trx: Executor,
  account: ExternalAccount,
  { userId, isCreated }: Identity,
  now: number,
): Promise<boolean> {
  await deleteIdentity(trx, { customerId: account.customerId, userId });
  const row = await trx
    .insertInto('external_identity')
    .values({
      customer_id: account.customerId,
      user_id: userId,
      issuer: account.issuer,
      subject: account.subject,
      is_created: isCreated,
      linked_at: instant(now),
    })
    .onConflict((conflict) => conflict.columns(['customer_id', 'issuer', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteIdentity(
  trx: Executor,
  { customerId, userId }: UserKey,
): Promise<void> {
  await trx
    .deleteFrom('external_identity')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
}
