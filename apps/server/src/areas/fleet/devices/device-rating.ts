/** Rated values of a device, as printed on its nameplate. */
import type { Executor } from '../../../storage/database.ts';

/** Volts; null if not entered. */
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
