/** Renames an account; names are unique across all customers. */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { accountKey } from './account-key.ts';

export interface Renaming {
  readonly customerId: number;
  readonly userId: number;
  readonly userName: string;
}

/**
 * Returns false if the name belongs to another account. Does nothing if the account already has the
 * name.
 */
export async function renameAccount(trx: Executor, to: Renaming): Promise<boolean> {
  const key = accountKey(to.userName);
  const holder = await trx
    .selectFrom('account_name')
    .select(['customer_id', 'user_id'])
    .where('account_key', '=', key)
    .executeTakeFirst();
  if (holder !== undefined) {
    return holder.customer_id === to.customerId && holder.user_id === to.userId;
  }
  // The holder may belong to another customer, whose row is hidden by row-level security.
  if (await isAccountTaken(trx, key)) return false;
  await trx
    .deleteFrom('account_name')
    .where('customer_id', '=', to.customerId)
    .where('user_id', '=', to.userId)
    .execute();
  await trx
    .insertInto('account_name')
    .values({ account_key: key, customer_id: to.customerId, user_id: to.userId })
    .execute();
  await trx
    .updateTable('user_account')
    .set({ user_name: to.userName })
    .where('customer_id', '=', to.customerId)
    .where('user_id', '=', to.userId)
    .execute();
  return true;
}

async function isAccountTaken(trx: Executor, key: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select is_account_taken(${key}) as taken`.execute(trx);
  return rows[0]!.taken;
}
