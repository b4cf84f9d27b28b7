/** A device's day as folded so far. */
import { ENERGY_CHANNELS, type EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { ChannelDay, FoldedDay } from '@busbar/domain/energy/folded-day';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { keyOf } from './device-facts.ts';
import type { BeforeDay } from './stored-fold.ts';

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
  // Uses the order in which a fold visits the channels, so that a stored day equals a freshly
  // folded one.
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
