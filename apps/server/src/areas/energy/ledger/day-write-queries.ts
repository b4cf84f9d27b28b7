/** Writes the rows of folded and amended days: energy_day and energy_slot. */

import type { AmendedDay } from '@busbar/domain/energy/earlier-days';
import { ENERGY_CHANNELS } from '@busbar/domain/energy/energy-channel';
import type { FoldedDay } from '@busbar/domain/energy/folded-day';
import type { DayFee } from '@busbar/domain/tariff/day-fees';
import { CompiledQuery, sql } from 'kysely';
import { textArray } from '../../../storage/bulk/array-parameter.ts';
import type { Executor } from '../../../storage/database.ts';
import type { DeviceKey } from './device-key.ts';
import { list } from './sql-list.ts';

export interface LedgerDay extends DeviceKey {
  readonly folded: Omit<FoldedDay, 'slotBandsWh'>;
  readonly fee: DayFee;
  /** Fee of each quarter hour, in thousandths of the currency unit. */
  readonly slotFee: readonly number[];
}

/** A day in which some channels and quarter hours are replaced. */
export interface AmendedLedgerDay extends DeviceKey {
  readonly amended: AmendedDay;
  readonly fee: DayFee;
  /** Fee of each amended quarter hour, in thousandths of the currency unit. */
  readonly slotFee: readonly number[];
}

/** Writes the days; changed days are no longer final. */
export async function writeDays(trx: Executor, days: readonly LedgerDay[]): Promise<void> {
  await writeChannels(trx, days);
  await writeSlots(
    trx,
    days.filter(({ folded }) => folded.channels.activeTotal),
  );
}

/** Rarely writes more than one day, which is the day before a confirming reading. */
export async function writeAmendments(
  trx: Executor,
  days: readonly AmendedLedgerDay[],
): Promise<void> {
  await writeChannels(
    trx,
    days.map(({ amended, ...day }) => ({ ...day, folded: amended })),
  );
  for (const { customerId, deviceId, amended, slotFee } of days) {
    for (const [i, { slot, wh, isEstimated }] of amended.slots.entries()) {
      const estimated = isEstimated
        ? sql`array(select distinct s from unnest(array_append(estimated_slots, ${slot}::int2)) as s
            order by s)`
        : sql`array_remove(estimated_slots, ${slot}::int2)`;
      const place = sql.lit(slot + 1);
      await sql`update energy_slot set slot_wh[${place}] = ${wh}::int4,
          slot_fee[${place}] = ${slotFee[i] ?? 0}::int4, estimated_slots = ${estimated}
        where customer_id = ${customerId} and device_id = ${deviceId}
          and day = ${amended.day}::date`.execute(trx);
    }
  }
}

type ChannelsOfDay = Omit<LedgerDay, 'folded'> & {
  readonly folded: Pick<FoldedDay, 'day' | 'channels'>;
};

async function writeChannels(trx: Executor, days: readonly ChannelsOfDay[]): Promise<void> {
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
