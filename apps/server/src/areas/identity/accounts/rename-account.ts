/** Renames an account; names are unique across all customers. */

import type { Executor } from '../../../storage/database.ts';
import { accountKey } from './account-key.ts';
import { findHolder, isAccountTaken, replaceAccountName } from './account-queries.ts';

export interface Renaming {
  readonly customerId: number;
  readonly userId: number;
  readonly userName: string;
}

/** Returns false if another account has the name. Does nothing if the account already has it. */
export async function renameAccount(trx: Executor, to: Renaming): Promise<boolean> {
  const key = accountKey(to.userName);
  const holder = await findHolder(trx, key);
  if (holder !== undefined) {
    return holder.customer_id === to.customerId && holder.user_id === to.userId;
  }
  // The holder may belong to another customer, whose row is hidden by row-level security.
  if (await isAccountTaken(trx, key)) return false;
  await replaceAccountName(trx, key, to);
  return true;
}
