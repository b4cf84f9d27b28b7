/** Ensures that a device belongs to at most one lamp group or tower, in any role. */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';

/**
 * Returns the devices that another lamp group or tower already uses; `own` is the lamp group or
 * tower being changed. Locks the devices, so that the second of two concurrent additions sees the
 * first.
 */
export async function lockUsedDevices(
  trx: Executor,
  { customerId }: Scope,
  deviceIds: readonly number[],
  own: { readonly lampGroupId?: number | undefined; readonly towerId?: number | undefined },
): Promise<number[]> {
  await sql`select 1 from device where customer_id = ${customerId}
    and device_id = any(${[...deviceIds]}::integer[]) order by device_id
    for no key update`.execute(trx);
  const { rows } = await sql<{ deviceId: number }>`
    select device_id as "deviceId" from project_device
    where customer_id = ${customerId} and device_id = any(${[...deviceIds]}::integer[])
      and lamp_group_id is distinct from ${own.lampGroupId ?? -1}
      and tower_id is distinct from ${own.towerId ?? -1}`.execute(trx);
  return rows.map(({ deviceId }) => deviceId);
}
