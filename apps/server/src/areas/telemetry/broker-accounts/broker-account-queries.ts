/**
 * A device that needs an account at an external broker; slaves need none because they report
 * through their gateway.
 */
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { sql } from 'kysely';
import { PAIR_LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';

export interface AccountDevice {
  readonly code: string;
  readonly deviceId: number;
  /** Decides the topics of the account. */
  readonly protocol: DeviceProtocol;
  readonly secretHash: Buffer;
  /** Hash of the previous secret; `oldSecretUntil` is the epoch ms until which it is accepted. */
  readonly oldSecretHash: Buffer | null;
  readonly oldSecretUntil: number | null;
}

/** Returns all devices, or only those with one of the codes. */
export async function findAccountDevices(
  db: Executor,
  codes?: readonly string[],
): Promise<AccountDevice[]> {
  const { rows } = await sql<AccountDevice>`
    select c.device_code as code, d.device_id as "deviceId", d.protocol,
      d.secret_hash as "secretHash",
      d.old_secret_hash as "oldSecretHash", d.old_secret_until as "oldSecretUntil"
    from device_code c
    join device d on d.customer_id = c.customer_id and d.device_id = c.device_id
    where d.deleted_at is null and d.secret_hash is not null
      and ${codes === undefined ? sql`true` : sql`c.device_code = any(${[...codes]}::text[])`}`.execute(
    db,
  );
  return rows;
}

/**
 * Ensures that one process at a time changes the account of a device; the lock is released when the
 * transaction ends.
 */
export async function lockAccount(trx: Executor, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PAIR_LOCKS.brokerAccount}, hashtext(${code}))`.execute(
    trx,
  );
}
