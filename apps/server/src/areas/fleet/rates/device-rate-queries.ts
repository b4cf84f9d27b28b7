/**
 * Tariff of a device by day. The first row starts at -infinity; a change applies from the
 * customer's current day on, and the later of two changes on one day applies.
 */
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { formerDevices } from '../../shared/former-device-queries.ts';

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

/**
 * Must be called after the registration of devices, whose first tariff is inserted. If the customer
 * had a device with the same code before, days before today have the tariffs of that device, because
 * readings of those days can still arrive.
 */
export async function inheritFormerRates(
  trx: Executor,
  customerId: number,
  deviceIds: readonly number[],
  now: number,
): Promise<void> {
  await sql`insert into device_rate (customer_id, device_id, start_day, rate_id)
    with former as (${formerDevices(customerId, deviceIds)}),
    today as (
      select (${instant(now)}::timestamptz at time zone z.iana_name)::date as day
      from customer c join zone z on z.zone_id = c.zone_id
      where c.customer_id = ${customerId})
    select f.customer_id, f.new_id, r.start_day, r.rate_id
    from former f
    join today on true
    join device_rate r on r.customer_id = f.customer_id and r.device_id = f.device_id
      and r.start_day < today.day
    union all
    select f.customer_id, f.new_id, today.day, f.rate_id from former f join today on true
    on conflict (customer_id, device_id, start_day) do update set rate_id = excluded.rate_id
  `.execute(trx);
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
