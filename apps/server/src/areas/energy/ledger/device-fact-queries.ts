/** Reads devices, their tariffs over time and the decisions in force, for many devices at once. */
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import type { StepOverride } from '@busbar/domain/energy/fold-device';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import type { FormerRating } from '../../shared/table-writers/former-rating-queries.ts';
import { type DeviceKey, keyOf } from './device-key.ts';

export function deviceList(devices: readonly DeviceKey[]) {
  return sql`unnest(${devices.map(({ customerId }) => customerId)}::int4[],
    ${devices.map(({ deviceId }) => deviceId)}::int4[]) as wanted (customer_id, device_id)`;
}

export interface DeviceRow {
  customer_id: number;
  device_id: number;
  group_id: number;
  rate_id: number;
  rated_voltage_v: number | null;
  rated_current_a: number | null;
  former_ratings: readonly FormerRating[] | null;
  expected_interval_s: number;
  zone: string;
  currency: string;
}

export async function readDevices(
  db: Executor,
  devices: readonly DeviceKey[],
): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select d.customer_id, d.device_id, d.group_id, d.rate_id, d.rated_voltage_v,
      d.rated_current_a, d.former_ratings, d.expected_interval_s, z.iana_name as zone, m.code as currency
    from ${deviceList(devices)} join device d using (customer_id, device_id)
    join customer c using (customer_id) join zone z using (zone_id)
    join currency m using (currency_id)`.execute(db);
  return rows;
}

export interface RateRow {
  readonly startDay: string;
  readonly rateId: number;
}

/** Returns the tariffs of each device, newest first. */
export async function readDeviceRates(
  db: Executor,
  devices: readonly DeviceKey[],
): Promise<Map<string, RateRow[]>> {
  const { rows } = await sql<DeviceKey & RateRow>`
    select customer_id as "customerId", device_id as "deviceId", start_day as "startDay",
      rate_id as "rateId"
    from ${deviceList(devices)} join device_rate using (customer_id, device_id)
    order by start_day desc`.execute(db);
  return grouped(rows);
}

export async function readOverrides(
  db: Executor,
  devices: readonly DeviceKey[],
): Promise<Map<string, StepOverride[]>> {
  const { rows } = await sql<
    DeviceKey & {
      at: number;
      channel: EnergyChannel | null;
      decision: StepOverride['decision'];
      energyWh: number | null;
    }
  >`
    select customer_id as "customerId", device_id as "deviceId", register_ts as at, channel,
      decision, energy_wh as "energyWh"
    from ${deviceList(devices)} join energy_override using (customer_id, device_id)
    where withdrawn_at is null`.execute(db);
  return grouped(rows.map((row) => ({ ...row, energyWh: row.energyWh ?? 0 })));
}

function grouped<T extends DeviceKey>(rows: readonly T[]): Map<string, T[]> {
  const byDevice = new Map<string, T[]>();
  for (const row of rows) {
    const known = byDevice.get(keyOf(row));
    if (known === undefined) byDevice.set(keyOf(row), [row]);
    else known.push(row);
  }
  return byDevice;
}
