/**
 * Everything the fold of a device needs in addition to its registers, read for many devices in a
 * few queries.
 */
import type { EnergyChannel } from '@busbar/domain/energy/energy-channel';
import { energyLimitW } from '@busbar/domain/energy/energy-limit';
import type { FoldSettings, StepOverride } from '@busbar/domain/energy/fold-device';
import { localDateOf } from '@busbar/domain/local-date';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import type { TariffOfDays } from '@busbar/domain/tariff/day-fees';
import { bandOfStepEnd, type TariffVersion, versionOn } from '@busbar/domain/tariff/tariff-version';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import { listVersions } from '../../fleet/rates/rate-version-queries.ts';

export interface DeviceKey {
  readonly customerId: number;
  readonly deviceId: number;
}

export const keyOf = ({ customerId, deviceId }: DeviceKey): string => `${customerId} ${deviceId}`;

export interface DeviceFacts extends DeviceKey, TariffOfDays {
  readonly groupId: number;
  readonly settings: FoldSettings;
}

interface DeviceRow {
  customer_id: number;
  device_id: number;
  group_id: number;
  rate_id: number;
  rated_voltage_v: number | null;
  rated_current_a: number | null;
  expected_interval_s: number;
  zone: string;
  currency: string;
}

interface RateRow {
  readonly startDay: string;
  readonly rateId: number;
}

/** Returns the facts of these devices by `keyOf`, including deleted devices. */
export async function readDeviceFacts(
  db: Executor,
  devices: readonly DeviceKey[],
): Promise<Map<string, DeviceFacts>> {
  const wanted = deviceList(devices);
  const { rows } = await sql<DeviceRow>`
    select d.customer_id, d.device_id, d.group_id, d.rate_id, d.rated_voltage_v,
      d.rated_current_a, d.expected_interval_s, z.iana_name as zone, m.code as currency
    from ${wanted} join device d using (customer_id, device_id)
    join customer c using (customer_id) join zone z using (zone_id)
    join currency m using (currency_id)`.execute(db);
  const rates = await readDeviceRates(db, devices);
  const overrides = await readOverrides(db, devices);
  const tariffs = new Map<number, CustomerTariffs>();
  const facts = new Map<string, DeviceFacts>();
  for (const row of rows) {
    const key = { customerId: row.customer_id, deviceId: row.device_id };
    let tariff = tariffs.get(row.customer_id);
    if (tariff === undefined) {
      tariff = customerTariffs(await listVersions(db, row.customer_id), row.zone);
      tariffs.set(row.customer_id, tariff);
    }
    const ofDevice = rates.get(keyOf(key)) ?? [{ startDay: '-infinity', rateId: row.rate_id }];
    facts.set(keyOf(key), factsOf(row, ofDevice, overrides.get(keyOf(key)) ?? [], tariff));
  }
  return facts;
}

export function deviceList(devices: readonly DeviceKey[]) {
  return sql`unnest(${devices.map(({ customerId }) => customerId)}::int4[],
    ${devices.map(({ deviceId }) => deviceId)}::int4[]) as wanted (customer_id, device_id)`;
}

interface CustomerTariffs {
  readonly versions: ReadonlyMap<number, readonly TariffVersion[]>;
  /** Returns the band at the end of a step under the tariff with this id. */
  bandAt(rateId: number): FoldSettings['bandAt'];
}

function customerTariffs(
  versions: ReadonlyMap<number, readonly TariffVersion[]>,
  zone: string,
): CustomerTariffs {
  const bands = new Map<number, FoldSettings['bandAt']>();
  return {
    versions,
    bandAt(rateId) {
      const known = bands.get(rateId) ?? bandOfStepEnd(versions.get(rateId) ?? [], zone);
      bands.set(rateId, known);
      return known;
    },
  };
}

function factsOf(
  row: DeviceRow,
  rates: readonly RateRow[],
  overrides: readonly StepOverride[],
  tariffs: CustomerTariffs,
): DeviceFacts {
  const { zone } = row;
  // Rows are sorted newest first; a device seldom has more than one.
  const rateIdOn = (day: string): number =>
    (rates.find(({ startDay }) => startDay <= day) ?? rates.at(-1))?.rateId ?? row.rate_id;
  const bandAt: FoldSettings['bandAt'] =
    rates.length === 1
      ? tariffs.bandAt(rateIdOn('9999-12-31'))
      : (at) => tariffs.bandAt(rateIdOn(localDateOf(at - 1, zone)))(at);
  return {
    customerId: row.customer_id,
    deviceId: row.device_id,
    groupId: row.group_id,
    decimals: currencyDecimals(row.currency),
    settings: {
      zone,
      limitW: energyLimitW(row.rated_voltage_v, row.rated_current_a),
      expectedIntervalS: row.expected_interval_s,
      overrides,
      bandAt,
    },
    rateOn(day) {
      const rateId = rateIdOn(day);
      return { rateId, version: versionOn(tariffs.versions.get(rateId) ?? [], day) };
    },
  };
}

/** Returns the rates newest first. */
async function readDeviceRates(
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

async function readOverrides(
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
