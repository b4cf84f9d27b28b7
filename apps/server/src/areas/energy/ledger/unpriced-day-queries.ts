/** Days whose energy has no price. */
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { DeviceKey } from './device-key.ts';

/** Condition of the index on days without a price; `e` is `energy_day`. */
const IS_UNPRICED: RawBuilder<boolean> = sql`e.channel = 'activeTotal' and e.rate_id is not null
  and num_nulls(e.fee_sharp, e.fee_peak, e.fee_off_peak, e.fee_valley) > 0`;

/** Local days, half-open. */
interface Days {
  readonly start: string;
  readonly end: string;
}

export async function hasUnpricedDays(
  db: Executor,
  customerId: number,
  { start, end }: Days,
): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select 1 from energy_day e
      where e.customer_id = ${customerId} and e.day >= ${start}::date and e.day < ${end}::date
        and ${IS_UNPRICED}) as any`.execute(db);
  return rows[0]?.any === true;
}

/** A tariff version with new prices, and its days; a null bound means unbounded. */
export interface PricedVersion {
  readonly rateId: number;
  readonly version: number;
  readonly startDay: string | null;
  readonly endDay: string | null;
}

function isDayOf(customerId: number, { rateId, startDay, endDay }: PricedVersion) {
  return sql<boolean>`e.customer_id = ${customerId} and e.rate_id = ${rateId}
    and e.day >= ${startDay ?? '-infinity'}::date and e.day < ${endDay ?? 'infinity'}::date
    and ${IS_UNPRICED}`;
}

export async function devicesToPrice(
  trx: Executor,
  customerId: number,
  priced: PricedVersion,
): Promise<DeviceKey[]> {
  const { rows } = await sql<DeviceKey>`
    select distinct e.customer_id as "customerId", e.device_id as "deviceId" from energy_day e
    where ${isDayOf(customerId, priced)} order by 2`.execute(trx);
  return rows;
}

export interface UnpricedDay {
  readonly deviceId: number;
  readonly day: string;
  readonly bandsWh: readonly number[];
  readonly slotWh: readonly number[] | null;
}

export async function daysToPrice(
  trx: Executor,
  customerId: number,
  devices: readonly DeviceKey[],
  priced: PricedVersion,
): Promise<UnpricedDay[]> {
  const { rows } = await sql<UnpricedDay>`
    select e.device_id as "deviceId", e.day,
      array[e.sharp_wh, e.peak_wh, e.off_peak_wh, e.valley_wh] as "bandsWh",
      s.slot_wh as "slotWh"
    from energy_day e
    left join energy_slot s on s.customer_id = e.customer_id and s.device_id = e.device_id
      and s.day = e.day
    where ${isDayOf(customerId, priced)}
      and e.device_id = any(${devices.map(({ deviceId }) => deviceId)}::int4[])
    order by e.day`.execute(trx);
  return rows;
}

export interface SlotFees {
  readonly deviceId: number;
  readonly day: string;
  readonly fees: readonly number[];
}

export async function writeSlotFees(
  trx: Executor,
  customerId: number,
  slots: readonly SlotFees[],
): Promise<void> {
  if (slots.length === 0) return;
  await sql`update energy_slot e set slot_fee = string_to_array(s.fees, ',')::int4[]
    from unnest(${slots.map(({ deviceId }) => deviceId)}::int4[],
      ${slots.map(({ day }) => day)}::date[],
      ${slots.map(({ fees }) => fees.join(','))}::text[]) as s (device_id, day, fees)
    where e.customer_id = ${customerId} and e.device_id = s.device_id and e.day = s.day`.execute(
    trx,
  );
}
