/** Queries for the notifications of a user. */

import { sql } from 'kysely';
import type { BusEvents } from '../../../bus.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { StoredNotification } from './notification-list.ts';
import type { UserKey } from './settings-queries.ts';

export function ofUser(db: Executor, { customerId, userId }: UserKey) {
  return db
    .selectFrom('notification')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId);
}

/** Adds a message to the list of a user; the event is published after the commit. */
export async function insertNotification(
  trx: Executor,
  { customerId, userId }: UserKey,
  { what, at, alarmId, detail }: Pick<StoredNotification, 'what' | 'at' | 'alarmId' | 'detail'>,
): Promise<BusEvents['notification.added']> {
  const { id } = await trx
    .insertInto('notification')
    .values({
      customer_id: customerId,
      user_id: userId,
      at: instant(at),
      what,
      alarm_id: alarmId,
      detail: jsonb(detail),
    })
    .returning('notification_id as id')
    .executeTakeFirstOrThrow();
  const notification = { id, what, at, readAt: null, alarmId, detail };
  return { customerId, userId, notification };
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
