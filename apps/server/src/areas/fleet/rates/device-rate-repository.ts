/**
 * Which tariff counts for a device on which day. The first row begins at -infinity; a change counts
 * from the customer's today on, and of two on one day the later one.
 */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

/** Of a new device: since ever. */
export async function insertFirstDeviceRate(
  trx: Executor,
  customerId: number,
  deviceId: number,
  rateId: number,
): Promise<void> {
  await trx
    .insertInto('device_rate')
    .values({
      customer_id: customerId,
      device_id: deviceId,
      start_day: '-infinity',
      rate_id: rateId,
    })
    .execute();
}

/** Does nothing when the device has that tariff already. The caller holds the device. */
export async function changeDeviceRate(
  trx: Executor,
  customerId: number,
  deviceId: number,
  rateId: number,
  today: string,
): Promise<void> {
  await sql`
    insert into device_rate (customer_id, device_id, start_day, rate_id)
    select ${customerId}::integer, ${deviceId}::integer, ${today}::date, ${rateId}::integer
    where ${rateId}::integer is distinct from (
      select rate_id from device_rate
      where customer_id = ${customerId} and device_id = ${deviceId}
      order by start_day desc limit 1)
    on conflict (customer_id, device_id, start_day) do update set rate_id = excluded.rate_id
  `.execute(trx);
}
