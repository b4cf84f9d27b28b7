/** Queries for the notifications of a user. */

import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { UserKey } from './settings-queries.ts';

export function ofUser(db: Executor, { customerId, userId }: UserKey) {
  return db
    .selectFrom('notification')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId);
}

/** Marks all if `ids` is undefined. Ids of other users are ignored. */
export async function markRead(
  db: Executor,
  key: UserKey,
  ids: readonly number[] | undefined,
  now: number,
): Promise<void> {
  let update = db
    .updateTable('notification')
    .set({ read_at: instant(now) })
    .where('customer_id', '=', key.customerId)
    .where('user_id', '=', key.userId)
    .where('read_at', 'is', null);
  if (ids !== undefined) {
    update = update.where(sql<boolean>`notification_id = any(${[...ids]}::int8[])`);
  }
  await update.execute();
}
