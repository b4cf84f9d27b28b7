/** Idempotency keys of commands. */
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface CommandKey {
  readonly customerId: number;
  readonly userId: number;
  readonly key: string;
}

export function commandOfKey(
  trx: Executor,
  { customerId, userId, key }: CommandKey,
): Promise<
  { command_id: string; request_hash: Buffer | null; created_at: number; args: unknown } | undefined
> {
  return trx
    .selectFrom('command')
    .select(['command_id', 'request_hash', 'created_at', 'args'])
    .where('customer_id', '=', customerId)
    .where('issued_by', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** Releases the idempotency key for reuse if its command was created at or before `before`. */
export async function releaseCommandKey(
  trx: Executor,
  { customerId, userId, key }: CommandKey,
  before: number,
): Promise<void> {
  await trx
    .updateTable('command')
    .set({ idempotency_key: null })
    .where('customer_id', '=', customerId)
    .where('issued_by', '=', userId)
    .where('idempotency_key', '=', key)
    .where('created_at', '<=', instant(before))
    .execute();
}
