/** Queries for days of devices: the days folded so far, and the days that become final. */
import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { ChannelDay, FoldedDay } from '@busbar/domain/energy/folded-day';
import type { LocalDate } from '@busbar/domain/local-date';
import { type Amount, sumAmounts } from '@busbar/domain/tariff/amount';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { type DeviceKey, keyOf } from './device-key.ts';
import { type BeforeDay, dayList } from './stored-fold-queries.ts';

export interface StoredDay {
  readonly folded: FoldedDay;
  readonly slotFee: readonly number[];
}

interface DayRow {
  customer_id: number;
  device_id: number;
  channel: EnergyChannel;
  energy_wh: number;
  sharp_wh: number;
  peak_wh: number;
  off_peak_wh: number;
  valley_wh: number;
  estimated: boolean;
  slot_wh: string | null;
  slot_fee: string | null;
  estimated_slots: string | null;
}

/** Reads one day per device as folded so far; the head supplies `readings`. */
export async function readOpenDays(
  db: Executor,
  devices: readonly (BeforeDay & { readonly readings: number })[],
): Promise<Map<string, StoredDay>> {
  if (devices.length === 0) return new Map();
  const { rows } = await sql<DayRow>`
    select d.customer_id, d.device_id, d.channel, d.energy_wh, d.sharp_wh, d.peak_wh,
      d.off_peak_wh, d.valley_wh, d.estimated, s.slot_wh::text, s.slot_fee::text,
      s.estimated_slots::text
    from ${dayList(devices)}
    join energy_day d using (customer_id, device_id, day)
    left join energy_slot s on d.channel = 'activeTotal' and s.customer_id = d.customer_id
      and s.device_id = d.device_id and s.day = d.day`.execute(db);
  const byDevice = new Map<string, DayRow[]>();
  for (const row of rows) {
    const key = keyOf({ customerId: row.customer_id, deviceId: row.device_id });
    byDevice.set(key, [...(byDevice.get(key) ?? []), row]);
  }
  return new Map(
    devices.map((device) => {
      const key = keyOf(device);
      return [key, storedDay(device.day, device.readings, byDevice.get(key) ?? [])];
    }),
  );
}

function storedDay(day: string, readings: number, rows: readonly DayRow[]): StoredDay {
  const channels: Partial<Record<EnergyChannel, ChannelDay>> = {};
  // Uses the same channel order as a fold, so that a stored day equals a freshly folded one.
  for (const channel of ENERGY_CHANNELS) {
    const row = rows.find((one) => one.channel === channel);
    if (row === undefined) continue;
    channels[channel] = {
      energyWh: row.energy_wh,
      bandsWh: [row.sharp_wh, row.peak_wh, row.off_peak_wh, row.valley_wh],
      estimated: row.estimated,
    };
  }
  const slots = rows.find(({ slot_wh }) => slot_wh !== null);
  return {
    folded: {
      day,
      readings,
      channels,
      slotWh: numbersOf(slots?.slot_wh),
      estimatedSlots: numbersOf(slots?.estimated_slots),
      slotBandsWh: {},
    },
    slotFee: numbersOf(slots?.slot_fee),
  };
}

/** Parses the text of an array: the driver's own array parser takes ten times as long. */
function numbersOf(array: string | null | undefined): number[] {
  return array == null || array === '{}' ? [] : array.slice(1, -1).split(',').map(Number);
}

export interface EndedDay {
  readonly customerId: number;
  readonly day: string;
  readonly zone: string;
}

/** Days that are not final, of all customers. */
export async function daysToFinish(trx: Executor): Promise<EndedDay[]> {
  const { rows } = await sql<EndedDay>`
    select open.customer_id as "customerId", open.day, z.iana_name as zone
    from (select distinct customer_id, day from energy_day where not final) open
    join customer c using (customer_id) join zone z using (zone_id)
    order by 1, 2`.execute(trx);
  return rows;
}

/**
 * Finalizes the day for each device that was seen after the end of the day and has no unfolded
 * registers up to then; returns the groups of these devices.
 */
export async function finishDay(
  trx: Executor,
  { customerId, day }: EndedDay,
  end: number,
): Promise<number[]> {
  const unfolded = (table: string) => sql`exists (
    select 1 from ${sql.table(table)} w
    where w.customer_id = e.customer_id and w.device_id = e.device_id and w.from_ts <= ${instant(end)})`;
  const { rows } = await sql<{ groupId: number }>`
    update energy_day e set final = true
    from device d
    join device_state s on s.customer_id = d.customer_id and s.device_id = d.device_id
    where e.customer_id = ${customerId} and e.day = ${day}::date and not e.final
      and d.customer_id = e.customer_id and d.device_id = e.device_id
      and s.heard_at > ${instant(end)}
      and not ${unfolded('energy_dirty')} and not ${unfolded('energy_work')}
    returning d.group_id as "groupId"`.execute(trx);
  return rows.map(({ groupId }) => groupId);
}

export async function hasOpenDays(
  db: Executor,
  customerId: number,
  { start, end }: { readonly start: string; readonly end: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('energy_day')
    .select('day')
    .where('customer_id', '=', customerId)
    .where('day', '>=', start)
    .where('day', '<', end)
    .where('final', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSlotsBefore(trx: Executor, day: string): Promise<void> {
  await sql`delete from energy_slot where day < ${day}::date`.execute(trx);
}

/** Energy and fee of the billed channel; the fee is in minor units. */
export interface DayAmounts {
  readonly energyWh: number;
  readonly fee: Amount;
}

/** Days of the device from `first` to `last`. */
export async function readAmounts(
  db: Executor,
  { customerId, deviceId }: DeviceKey,
  first: LocalDate,
  last: LocalDate,
): Promise<Map<LocalDate, DayAmounts>> {
  const rows = await db
    .selectFrom('energy_day')
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .where('channel', '=', 'activeTotal')
    .where('day', '>=', first)
    .where('day', '<=', last)
    .select(['day', 'energy_wh', 'fee_sharp', 'fee_peak', 'fee_off_peak', 'fee_valley'])
    .execute();
  return new Map(
    rows.map((row) => {
      const fees = [row.fee_sharp, row.fee_peak, row.fee_off_peak, row.fee_valley];
      return [row.day, { energyWh: row.energy_wh, fee: sumAmounts(fees) }];
    }),
  );
}
