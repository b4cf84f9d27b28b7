/**
 * Tariff of a device by day. The first row starts at -infinity; a change applies from the
 * customer's current day on, and the later of two changes on one day applies.
 */
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

/** Inserts the tariff of a new device, valid from -infinity. */
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

/** Changes a device's tariff if it differs. The caller must hold the lock on the device. */
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
