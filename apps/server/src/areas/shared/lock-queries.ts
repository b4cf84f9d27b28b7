/** Locks that a transaction holds to its end. */
import { sql } from 'kysely';
import { PAIR_LOCKS } from '../../storage/advisory-locks.ts';
import type { Executor } from '../../storage/database.ts';

/** Waits until no other transaction holds the lock of the row with this id. */
export async function lockPair(
  trx: Executor,
  lock: keyof typeof PAIR_LOCKS,
  id: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PAIR_LOCKS[lock]}::integer, ${id}::integer)`.execute(
    trx,
  );
}

/**
 * Waits until no transaction holds the lock of these rows by `lockPair`; others can share them.
 * Sorted, so that two transactions lock in the same order.
 */
export async function sharePairs(
  trx: Executor,
  lock: keyof typeof PAIR_LOCKS,
  ids: readonly number[],
): Promise<void> {
  const sorted = [...new Set(ids)].toSorted((a, b) => a - b);
  if (sorted.length === 0) return;
  await sql`select pg_advisory_xact_lock_shared(${PAIR_LOCKS[lock]}::integer, id)
    from unnest(${sorted}::integer[]) as id`.execute(trx);
}

/** Returns false if another transaction holds the lock. */
export async function tryLockPair(
  trx: Executor,
  lock: keyof typeof PAIR_LOCKS,
  id: number,
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${PAIR_LOCKS[lock]}::integer, ${id}::integer) as held`.execute(
    trx,
  );
  return rows[0]!.held;
}

/** Serializes the requests of one user. */
export async function lockUser(
  trx: Executor,
  { customerId, userId }: { readonly customerId: number; readonly userId: number },
): Promise<void> {
  await sql`select 1 from user_account
    where customer_id = ${customerId} and user_id = ${userId} for no key update`.execute(trx);
}
