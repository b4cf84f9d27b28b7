/** What a device is built for, as it stands on its nameplate. */
import type { Executor } from '../../../storage/database.ts';

/** V; null where nobody entered it. */
export async function findRatedVoltage(
  db: Executor,
  customerId: number,
  deviceId: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('device')
    .select('rated_voltage_v')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row?.rated_voltage_v ?? null;
}
