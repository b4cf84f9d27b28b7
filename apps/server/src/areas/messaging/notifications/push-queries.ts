/** Queries for browsers with push subscriptions; the endpoint is the browser's push service URL. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { UserKey } from './settings-queries.ts';

export interface PushSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A user has a few browsers; beyond this number the oldest is removed. */
const MAX_PER_USER = 10;

export async function writeSubscription(
  trx: Executor,
  key: UserKey,
  { endpoint, p256dh, auth }: PushSubscription,
  now: number,
): Promise<void> {
  await trx
    .insertInto('push_subscription')
    .values({
      ...pickSnakeCase(key, 'customerId', 'userId'),
      endpoint,
      p256dh,
      auth,
      created_at: instant(now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'user_id', 'endpoint'])
        .doUpdateSet({ p256dh, auth, created_at: instant(now) }),
    )
    .execute();
  const stored = await ofUser(trx, key)
    .select('endpoint')
    .orderBy('created_at', 'desc')
    .limit(MAX_PER_USER)
    .execute();
  await trx
    .deleteFrom('push_subscription')
    .where('customer_id', '=', key.customerId)
    .where('user_id', '=', key.userId)
    .where(
      'endpoint',
      'not in',
      stored.map((row) => row.endpoint),
    )
    .execute();
}

export async function readSubscriptions(db: Executor, key: UserKey): Promise<PushSubscription[]> {
  return ofUser(db, key).select(['endpoint', 'p256dh', 'auth']).execute();
}

function ofUser(db: Executor, { customerId, userId }: UserKey) {
  return db
    .selectFrom('push_subscription')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId);
}

export async function removeSubscription(
  trx: Executor,
  { customerId, userId }: UserKey,
  endpoint: string,
): Promise<void> {
  await trx
    .deleteFrom('push_subscription')
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}
