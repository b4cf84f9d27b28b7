/** The key a user's codes are counted from, and the recovery codes beside it. */
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface UserKey {
  readonly customerId: number;
  readonly userId: number;
}

export interface SecondFactor {
  /** Sealed. */
  readonly secret: Buffer;
  /** Null: begun, and of no effect yet. */
  readonly confirmedAt: number | null;
}

export async function findSecondFactor(
  db: Executor,
  { customerId, userId }: UserKey,
): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('second_factor')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .select(['secret', 'confirmed_at as confirmedAt'])
    .executeTakeFirst();
}

/** A key nobody confirmed gives way; false when there is a confirmed one. */
export async function beginFactor(
  trx: Executor,
  { customerId, userId }: UserKey,
  secret: Buffer,
  now: number,
): Promise<boolean> {
  const row = await trx
    .insertInto('second_factor')
    .values({ customer_id: customerId, user_id: userId, secret, begun_at: instant(now) })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'user_id'])
        .doUpdateSet({ secret, begun_at: instant(now), last_step: -1 })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when there is none that waits for it. */
export async function confirmFactor(
  trx: Executor,
  { customerId, userId }: UserKey,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ confirmed_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when a code of that span, or of a later one, was taken already. */
export async function takeSpan(
  trx: Executor,
  { customerId, userId }: UserKey,
  span: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('second_factor')
    .set({ last_step: span })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('last_step', '<', span)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** False when there was no confirmed one; one that waits goes too. */
export async function deleteFactor(
  trx: Executor,
  { customerId, userId }: UserKey,
): Promise<boolean> {
  await trx
    .deleteFrom('recovery_code')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
  const gone = await trx
    .deleteFrom('second_factor')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .returning('confirmed_at as confirmedAt')
    .executeTakeFirst();
  return gone !== undefined && gone.confirmedAt !== null;
}

export async function replaceRecoveryCodes(
  trx: Executor,
  { customerId, userId }: UserKey,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx
    .deleteFrom('recovery_code')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .execute();
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ customer_id: customerId, user_id: userId, code_hash: hash })))
    .execute();
}

/** False when it is none of the user's, or was used. */
export async function takeRecoveryCode(
  trx: Executor,
  { customerId, userId }: UserKey,
  hash: Buffer,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: instant(now) })
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(
  db: Executor,
  { customerId, userId }: UserKey,
): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
