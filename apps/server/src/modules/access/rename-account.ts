/** An account under another name; the name is unique over all customers. */
import type { Executor } from '../../storage/database.ts';
import { accountKey } from './account-key.ts';

export interface Renaming {
  readonly customerId: number;
  readonly userId: number;
  readonly userName: string;
}

/** False when the name belongs to another account. Nothing happens when it is the name already. */
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
