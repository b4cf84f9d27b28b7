/** Queries for the information that a device reports about itself. */

import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';

/** Values that a device reports about itself; a missing one leaves the stored value unchanged. */
interface DeviceChanges {
  readonly hardware_version?: string;
  readonly software_version?: string;
  readonly rated_voltage_v?: number;
  readonly rated_current_a?: number;
  readonly band?: string;
}

/** Returns false if the stored values are the same already, as on most connects. */
export async function updateDevice(
  trx: Executor,
  { customerId, deviceId }: DeviceRef,
  changes: DeviceChanges,
): Promise<boolean> {
  const columns = Object.keys(changes) as (keyof DeviceChanges)[];
  const { numUpdatedRows } = await trx
    .updateTable('device')
    .set(changes)
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where((eb) =>
      eb.or(columns.map((column) => eb(column, 'is distinct from', changes[column] ?? null))),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns false if the stored signal is the same already. */
export async function storeSignal(
  trx: Executor,
  { customerId, deviceId }: DeviceRef,
  csq: number,
): Promise<boolean> {
  const { rows } = await sql`insert into device_state as state (customer_id, device_id, signal_csq)
    values (${customerId}, ${deviceId}, ${csq})
    on conflict (customer_id, device_id) do update set signal_csq = excluded.signal_csq
      where state.signal_csq is distinct from excluded.signal_csq
    returning device_id`.execute(trx);
  return rows.length > 0;
}
