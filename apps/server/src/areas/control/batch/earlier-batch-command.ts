/**
 * Idempotency of batch commands: a repeated request returns the first batch command, as
 * `control/commands/idempotency.ts` does for single commands.
 */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { batchCommandOfKey, releaseKeys } from './batch-command-queries.ts';

const KEY_LIFE_MS = 24 * 3_600_000;

/**
 * Returns the first response for the key, a mismatch if that request was different, or undefined if
 * the key is new.
 */
export async function earlierBatchCommand(
  trx: Executor,
  caller: Caller,
  key: string | undefined,
  hash: Buffer,
  now: number,
): Promise<Outcome<{ readonly batchCommandId: string }> | undefined> {
  if (key === undefined) return undefined;
  await releaseKeys(trx, caller, key, now - KEY_LIFE_MS);
  const earlier = await batchCommandOfKey(trx, caller, key);
  if (earlier === undefined) return undefined;
  return earlier.request_hash.equals(hash)
    ? done({ batchCommandId: earlier.group_order_id })
    : refused('idempotency-mismatch');
}
