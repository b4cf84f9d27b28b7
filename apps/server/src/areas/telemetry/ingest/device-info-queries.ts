/** Queries for what a device reports about itself. */

import type { DeviceInfo } from '@busbar/domain/device/device-report';
import { sql, type UpdateObject } from 'kysely';
import type { DeviceRef } from '../../../bus.ts';
import type { Executor } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema/schema.ts';
import type { LinkDevice } from '../presence/link-device.ts';

/**
 * The plausible increase of a register depends on the nameplate: if it changes, the register is
 * evaluated again.
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

export async function updateDevice(
  trx: Executor,
  { customerId, deviceId }: DeviceRef,
  changes: UpdateObject<Schema, 'device'>,
): Promise<void> {
  await trx
    .updateTable('device')
    .set(changes)
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .execute();
}

export async function storeSignal(
  trx: Executor,
  { customerId, deviceId }: DeviceRef,
  csq: number,
): Promise<void> {
  await sql`insert into device_state (customer_id, device_id, signal_csq)
    values (${customerId}, ${deviceId}, ${csq})
    on conflict (customer_id, device_id) do update set signal_csq = excluded.signal_csq`.execute(
    trx,
  );
}
