/** Queries for the information that a device reports about itself. */

import type { DeviceInfo } from '@busbar/domain/device/device-report';
import { sql } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import type { LinkDevice } from '../presence/link-device.ts';

/** Values that a device reports about itself; a missing one leaves the stored value unchanged. */
interface DeviceChanges {
  readonly hardware_version?: string;
  readonly software_version?: string;
  readonly rated_voltage_v?: number;
  readonly rated_current_a?: number;
  readonly band?: string;
}

/**
 * Returns true if the rated values changed: the plausible increase of a register depends on them,
 * so the energy must be recomputed.
 */
export async function ratingDiffers(
  trx: Executor,
  { ref: { customerId, deviceId } }: LinkDevice,
  { ratedVoltageV, ratedCurrentA }: DeviceInfo,
): Promise<boolean> {
  if (ratedVoltageV === undefined && ratedCurrentA === undefined) return false;
  const { rows } = await sql<{ differs: boolean }>`
    select rated_voltage_v is distinct from coalesce(${ratedVoltageV ?? null}::real, rated_voltage_v)
      or rated_current_a is distinct from coalesce(${ratedCurrentA ?? null}::real, rated_current_a)
      as differs
    from device where customer_id = ${customerId} and device_id = ${deviceId}`.execute(trx);
  return rows[0]?.differs === true;
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
