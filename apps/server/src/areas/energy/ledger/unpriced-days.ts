/**
 * Days whose energy has no price, and the fees assigned when prices are entered for them later. The
 * energy remains in the bands in which it was booked.
 */
import { localDayNamed } from '@busbar/domain/energy/day-slots';
import { priceDays, priceSummedSlots } from '@busbar/domain/tariff/day-fees';
import { type RawBuilder, sql } from 'kysely';
import { LOCKS } from '../../../storage/advisory-locks.ts';
import type { Executor } from '../../../storage/database.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { adjustChangedDays } from '../settlement/adjust-closed.ts';
import { readSettlement } from '../settlement/settlement-queries.ts';
import { type DeviceFacts, keyOf, readDeviceFacts } from './device-facts.ts';
import { type FeeChange, writeFees } from './fee-rows.ts';
import { markGroupDays, sumMonths } from './sum-months.ts';

/** Small enough that reading their days does not delay other requests. */
const ROUND_DEVICES = 20;

/** The condition of the index of these days; `e` is `energy_day`. */
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
    select exists (select from energy_day e
      where e.customer_id = ${customerId} and e.day >= ${start}::date and e.day < ${end}::date
        and ${IS_UNPRICED}) as any`.execute(db);
  return rows[0]?.any === true;
}

/** The tariff version with new prices, and its days: null means unbounded. */
interface PricedVersion {
  readonly rateId: number;
  readonly version: number;
  readonly startDay: string | null;
  readonly endDay: string | null;
}

/**
 * Writes the fees of the days without one, and all sums, in the transaction that enters the prices.
 * Waits for the ledger round in progress.
 */
export async function priceUnpricedDays(
  trx: Executor,
  customerId: number,
  priced: PricedVersion,
  now: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.ledger}::bigint)`.execute(trx);
  const { rows } = await sql<{ deviceId: number }>`
    select distinct e.device_id as "deviceId" from energy_day e
    where ${isDayOf(customerId, priced)} order by 1`.execute(trx);
  for (let at = 0; at < rows.length; at += ROUND_DEVICES) {
    const devices = rows.slice(at, at + ROUND_DEVICES).map((row) => ({ customerId, ...row }));
    await priceDevices(trx, customerId, devices, priced, now);
  }
}

function isDayOf(customerId: number, { rateId, startDay, endDay }: PricedVersion) {
  return sql<boolean>`e.customer_id = ${customerId} and e.rate_id = ${rateId}
    and e.day >= ${startDay ?? '-infinity'}::date and e.day < ${endDay ?? 'infinity'}::date
    and ${IS_UNPRICED}`;
}

interface UnpricedDay {
  readonly deviceId: number;
  readonly day: string;
  readonly bandsWh: readonly number[];
  readonly slotWh: readonly number[] | null;
}

async function priceDevices(
  trx: Executor,
  customerId: number,
  devices: readonly { readonly customerId: number; readonly deviceId: number }[],
  priced: PricedVersion,
  now: number,
): Promise<void> {
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
  const facts = await readDeviceFacts(trx, devices);
  const plan = await readSettlement(trx, customerId);
  const changes: FeeChange[] = [];
  const slots: SlotFees[] = [];
  const rowsOfDevice = new Map<number, UnpricedDay[]>();
  for (const row of rows) {
    const others = rowsOfDevice.get(row.deviceId);
    if (others === undefined) rowsOfDevice.set(row.deviceId, [row]);
    else others.push(row);
  }
  for (const device of devices) {
    const known = facts.get(keyOf(device));
    const unpriced = rowsOfDevice.get(device.deviceId);
    if (known === undefined || unpriced === undefined) continue;
    await yieldToEventLoop();
    const days = unpriced.filter(({ day }) => isPricedOn(known, day, priced));
    // No earlier day is billed by this version, so each of its lines begins with these days.
    const fees = priceDays(known, plan, days, new Map());
    changes.push(...days.map(({ day }, i) => ({ ...device, day, fee: fees[i]! })));
    slots.push(...days.flatMap((day) => slotFeesOf(known, day)));
  }
  if (changes.length === 0) return;
  await writeFees(trx, changes);
  await writeSlotFees(trx, customerId, slots);
  await sumMonths(trx, changes);
  await adjustChangedDays(trx, changes, now);
  await markGroupDays(
    trx,
    changes.map((day) => ({ ...day, groupId: facts.get(keyOf(day))!.groupId })),
  );
}

function isPricedOn(facts: DeviceFacts, day: string, { rateId, version }: PricedVersion): boolean {
  const inForce = facts.rateOn(day);
  return inForce.rateId === rateId && inForce.version.version === version;
}

interface SlotFees {
  readonly deviceId: number;
  readonly day: string;
  readonly fees: readonly number[];
}

function slotFeesOf(
  { settings, rateOn }: DeviceFacts,
  { deviceId, day, slotWh }: UnpricedDay,
): SlotFees[] {
  if (slotWh === null) return [];
  const { start } = localDayNamed(day, settings.zone);
  const fees = priceSummedSlots(slotWh, start, rateOn(day).version, settings.bandAt);
  return [{ deviceId, day, fees }];
}

async function writeSlotFees(
  trx: Executor,
  customerId: number,
  slots: readonly SlotFees[],
): Promise<void> {
  if (slots.length === 0) return;
  await sql`update energy_slot e set slot_fee = s.fees::int4[]
    from unnest(${slots.map(({ deviceId }) => deviceId)}::int4[],
      ${slots.map(({ day }) => day)}::date[],
      ${slots.map(({ fees }) => `{${fees.join(',')}}`)}::text[]) as s (device_id, day, fees)
    where e.customer_id = ${customerId} and e.device_id = s.device_id and e.day = s.day`.execute(
    trx,
  );
}
