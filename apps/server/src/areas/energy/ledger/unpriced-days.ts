/**
 * Fees of days whose energy had no price, assigned when prices are entered for them later. The
 * energy remains in the bands in which it was booked.
 */
import { localDayNamed } from '@busbar/domain/energy/day-slots';
import { priceDays, priceSummedSlots } from '@busbar/domain/tariff/day-fees';
import type { Executor } from '../../../storage/database.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { adjustChangedDays } from '../settlement/adjust-closed.ts';
import { readSettlement } from '../settlement/settlement-queries.ts';
import { type DeviceFacts, readDeviceFacts } from './device-facts.ts';
import { type DeviceKey, keyOf } from './device-key.ts';
import { waitForLedger } from './energy-work-queries.ts';
import { type FeeChange, writeFees } from './fee-queries.ts';
import { markGroupDays, sumMonths } from './sum-queries.ts';
import {
  daysToPrice,
  devicesToPrice,
  type PricedVersion,
  type SlotFees,
  type UnpricedDay,
  writeSlotFees,
} from './unpriced-day-queries.ts';

/** Devices per round, few enough that reading their days does not delay other requests. */
const ROUND_DEVICES = 20;

/**
 * Writes the missing fees of days, and all sums, in the transaction that enters the prices. Waits
 * for the ledger round in progress.
 */
export async function priceUnpricedDays(
  trx: Executor,
  customerId: number,
  priced: PricedVersion,
  now: number,
): Promise<void> {
  await waitForLedger(trx);
  const devices = await devicesToPrice(trx, customerId, priced);
  for (let at = 0; at < devices.length; at += ROUND_DEVICES) {
    await priceDevices(trx, customerId, devices.slice(at, at + ROUND_DEVICES), priced, now);
  }
}

async function priceDevices(
  trx: Executor,
  customerId: number,
  devices: readonly DeviceKey[],
  priced: PricedVersion,
  now: number,
): Promise<void> {
  const rows = await daysToPrice(trx, customerId, devices, priced);
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

function slotFeesOf(
  { settings, rateOn }: DeviceFacts,
  { deviceId, day, slotWh }: UnpricedDay,
): SlotFees[] {
  if (slotWh === null) return [];
  const { start } = localDayNamed(day, settings.zone);
  const fees = priceSummedSlots(slotWh, start, rateOn(day).version, settings.bandAt);
  return [{ deviceId, day, fees }];
}
