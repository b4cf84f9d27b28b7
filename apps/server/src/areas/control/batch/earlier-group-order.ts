/**
 * A repeated request is one batch command: the rule of `control/idempotency.ts` for device lists.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

const KEY_LIFE_MS = 24 * 3_600_000;

/** Returns the first response for the key, a mismatch, or undefined if the key is new. */
export async function earlierGroupOrder(
  trx: Executor,
  caller: Caller,
  key: string | undefined,
  hash: Buffer,
  now: number,
): Promise<Outcome<{ readonly groupOrderId: string }> | undefined> {
  if (key === undefined) return undefined;
  await trx
    .updateTable('group_order')
    .set({ idempotency_key: null })
    .where('customer_id', '=', caller.customerId)
    .where('user_id', '=', caller.userId)
    .where('idempotency_key', '=', key)
    .where('created_at', '<=', instant(now - KEY_LIFE_MS))
    .execute();
  const earlier = await trx
    .selectFrom('group_order')
    .select(['group_order_id', 'request_hash'])
    .where('customer_id', '=', caller.customerId)
    .where('user_id', '=', caller.userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (earlier === undefined) return undefined;
  return earlier.request_hash.equals(hash)
    ? done({ groupOrderId: earlier.group_order_id })
    : refused('idempotency-mismatch');
}
