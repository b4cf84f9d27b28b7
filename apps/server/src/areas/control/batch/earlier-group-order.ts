/**
 * A repeated request is one batch command: the rule of `control/idempotency.ts` for device lists.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { groupOrderOfKey, releaseKeys } from './group-order-queries.ts';

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
  await releaseKeys(trx, caller, key, now - KEY_LIFE_MS);
  const earlier = await groupOrderOfKey(trx, caller, key);
  if (earlier === undefined) return undefined;
  return earlier.request_hash.equals(hash)
    ? done({ groupOrderId: earlier.group_order_id })
    : refused('idempotency-mismatch');
}
