/** The rows a folded day comes to, and back: energy_day and energy_slot. */
import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { ChannelDay, FoldedDay } from '@busbar/domain/energy/fold-device';
import { CompiledQuery, sql } from 'kysely';
import type { Executor } from '../../storage/database.ts';
import { textArray } from '../ingest/array-parameter.ts';
import { type DeviceKey, keyOf } from './device-facts.ts';
import type { BeforeDay } from './stored-fold.ts';

/** Fees by band in minor units, with the tariff version they follow. */
export interface DayFee {
  readonly rateId: number;
  readonly rateVersion: number;
  readonly bands: readonly number[];
}

export interface LedgerDay extends DeviceKey {
  readonly folded: Omit<FoldedDay, 'slotBandsWh'>;
  readonly fee: DayFee;
  /** Thousandths of the currency. */
  readonly slotFee: readonly number[];
}

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

/** One day of each device as it was folded so far; `readings` is told by the head. */
export async function readOpenDays(
  db: Executor,
  devices: readonly (BeforeDay & { readonly readings: number })[],
): Promise<Map<string, StoredDay>> {
  if (devices.length === 0) return new Map();
  const { rows } = await sql<DayRow>`
    select d.customer_id, d.device_id, d.channel, d.energy_wh, d.sharp_wh, d.peak_wh,
      d.off_peak_wh, d.valley_wh, d.estimated, s.slot_wh::text, s.slot_fee::text,
      s.estimated_slots::text
    from unnest(${devices.map(({ customerId }) => customerId)}::int4[],
      ${devices.map(({ deviceId }) => deviceId)}::int4[],
      ${devices.map(({ day }) => day)}::date[]) as w (customer_id, device_id, day)
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
  // In the order a fold meets them, so that a day reads the same however it came about.
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

/** Of an array's text: the driver's own reader of arrays takes ten times as long. */
function numbersOf(array: string | null | undefined): number[] {
  return array == null || array === '{}' ? [] : array.slice(1, -1).split(',').map(Number);
}

/** What changed is no longer final. */
export async function writeDays(trx: Executor, days: readonly LedgerDay[]): Promise<void> {
  const rows = days.flatMap((day) =>
    ENERGY_CHANNELS.flatMap((channel) => {
      const energy = day.folded.channels[channel];
      return energy === undefined ? [] : [{ day, channel, energy }];
    }),
  );
  if (rows.length > 0) {
    const band = (i: number) => list(rows, ({ energy }) => energy.bandsWh[i]!);
    const fee = (i: number) =>
      list(rows, ({ day, channel }) => (channel === 'activeTotal' ? day.fee.bands[i] : undefined));
    await trx.executeQuery(
      CompiledQuery.raw(
        `insert into energy_day (customer_id, device_id, day, channel, energy_wh, sharp_wh, peak_wh,
          off_peak_wh, valley_wh, estimated, rate_id, rate_version, fee_sharp, fee_peak,
          fee_off_peak, fee_valley)
        select * from unnest($1::int4[], $2::int4[], $3::date[], $4::text[], $5::int8[], $6::int8[],
          $7::int8[], $8::int8[], $9::int8[], $10::bool[], $11::int4[], $12::int4[], $13::int8[],
          $14::int8[], $15::int8[], $16::int8[])
        on conflict (customer_id, device_id, day, channel) do update set
          energy_wh = excluded.energy_wh, sharp_wh = excluded.sharp_wh,
          peak_wh = excluded.peak_wh, off_peak_wh = excluded.off_peak_wh,
          valley_wh = excluded.valley_wh, estimated = excluded.estimated, final = false,
          rate_id = excluded.rate_id, rate_version = excluded.rate_version,
          fee_sharp = excluded.fee_sharp, fee_peak = excluded.fee_peak,
          fee_off_peak = excluded.fee_off_peak, fee_valley = excluded.fee_valley`,
        [
          list(rows, ({ day }) => day.customerId),
          list(rows, ({ day }) => day.deviceId),
          list(rows, ({ day }) => day.folded.day),
          list(rows, ({ channel }) => channel),
          list(rows, ({ energy }) => energy.energyWh),
          band(0),
          band(1),
          band(2),
          band(3),
          list(rows, ({ energy }) => energy.estimated),
          list(rows, ({ day, channel }) =>
            channel === 'activeTotal' ? day.fee.rateId : undefined,
          ),
          list(rows, ({ day, channel }) =>
            channel === 'activeTotal' ? day.fee.rateVersion : undefined,
          ),
          fee(0),
          fee(1),
          fee(2),
          fee(3),
        ],
      ),
    );
  }
  await writeSlots(
    trx,
    days.filter(({ folded }) => folded.channels.activeTotal),
  );
}

async function writeSlots(trx: Executor, days: readonly LedgerDay[]): Promise<void> {
  if (days.length === 0) return;
  const arrays = (values: (day: LedgerDay) => readonly number[]) =>
    textArray(days, (day) => `{${values(day).join(',')}}`);
  await trx.executeQuery(
    CompiledQuery.raw(
      `insert into energy_slot (customer_id, device_id, day, slot_wh, slot_fee, estimated_slots)
      select c, d, day, wh::int4[], fee::int4[], estimated::int2[]
      from unnest($1::int4[], $2::int4[], $3::date[], $4::text[], $5::text[], $6::text[])
        as s (c, d, day, wh, fee, estimated)
      on conflict (customer_id, device_id, day) do update set slot_wh = excluded.slot_wh,
        slot_fee = excluded.slot_fee, estimated_slots = excluded.estimated_slots`,
      [
        list(days, ({ customerId }) => customerId),
        list(days, ({ deviceId }) => deviceId),
        list(days, ({ folded }) => folded.day),
        arrays(({ folded }) => folded.slotWh),
        arrays(({ slotFee }) => slotFee),
        arrays(({ folded }) => folded.estimatedSlots),
      ],
    ),
  );
}

/** An array of words that need no quoting. */
export function list<T>(
  items: readonly T[],
  value: (item: T) => string | number | boolean | undefined,
): string {
  return `{${items.map((item) => value(item) ?? 'NULL').join(',')}}`;
}

/** The months and the groups the changed days belong to: summed now, and left to be summed. */
export async function sumMonths(trx: Executor, days: readonly BeforeDay[]): Promise<void> {
  const months = new Map(days.map((day) => [`${keyOf(day)} ${day.day.slice(0, 7)}`, day] as const));
  const touched = [...months.values()];
  if (touched.length === 0) return;
  await sql`insert into energy_device_month
      (customer_id, device_id, month, energy_wh, sharp_wh, peak_wh, off_peak_wh, valley_wh, fee)
    select e.customer_id, e.device_id, w.month, sum(energy_wh), sum(sharp_wh), sum(peak_wh),
      sum(off_peak_wh), sum(valley_wh),
      sum(coalesce(fee_sharp, 0) + coalesce(fee_peak, 0) + coalesce(fee_off_peak, 0)
        + coalesce(fee_valley, 0))
    from unnest(${touched.map(({ customerId }) => customerId)}::int4[],
      ${touched.map(({ deviceId }) => deviceId)}::int4[],
      ${touched.map(({ day }) => `${day.slice(0, 7)}-01`)}::date[]) as w (customer_id, device_id, month)
    join energy_day e on e.customer_id = w.customer_id and e.device_id = w.device_id
      and e.day >= w.month and e.day < (w.month + interval '1 month')::date
      and e.channel = 'activeTotal'
    group by e.customer_id, e.device_id, w.month
    on conflict (customer_id, device_id, month) do update set energy_wh = excluded.energy_wh,
      sharp_wh = excluded.sharp_wh, peak_wh = excluded.peak_wh,
      off_peak_wh = excluded.off_peak_wh, valley_wh = excluded.valley_wh, fee = excluded.fee`.execute(
    trx,
  );
}

export async function markGroupDays(
  trx: Executor,
  days: readonly { readonly customerId: number; readonly groupId: number; readonly day: string }[],
): Promise<void> {
  if (days.length === 0) return;
  await sql`insert into energy_group_dirty (customer_id, group_id, day)
    select distinct * from unnest(${days.map(({ customerId }) => customerId)}::int4[],
      ${days.map(({ groupId }) => groupId)}::int4[], ${days.map(({ day }) => day)}::date[])
      as s (customer_id, group_id, day)
    order by 1, 2, 3
    on conflict do nothing`.execute(trx);
}
