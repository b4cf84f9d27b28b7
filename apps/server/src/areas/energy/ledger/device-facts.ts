/** Everything a device's fold needs besides its registers, for many devices in a few queries. */
import { energyLimitW, type FormerLimit } from '@busbar/domain/energy/energy-limit';
import type { FoldSettings, StepOverride } from '@busbar/domain/energy/fold-device';
import { localDateOf, startOfLocalDate } from '@busbar/domain/local-date';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import type { TariffOfDays } from '@busbar/domain/tariff/day-fees';
import { bandOfStepEnd, type TariffVersion, versionOn } from '@busbar/domain/tariff/tariff-version';
import type { Executor } from '../../../storage/database.ts';
import { listVersions } from '../../fleet/rates/rate-version-queries.ts';
import {
  type DeviceRow,
  type RateRow,
  readDeviceRates,
  readDevices,
  readOverrides,
} from './device-fact-queries.ts';
import { type DeviceKey, keyOf } from './device-key.ts';

export interface DeviceFacts extends DeviceKey, TariffOfDays {
  readonly groupId: number;
  readonly settings: FoldSettings;
}

/** Returns the facts of these devices, including deleted ones, keyed by `keyOf`. */
export async function readDeviceFacts(
  db: Executor,
  devices: readonly DeviceKey[],
): Promise<Map<string, DeviceFacts>> {
  const rows = await readDevices(db, devices);
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

interface CustomerTariffs {
  readonly versions: ReadonlyMap<number, readonly TariffVersion[]>;
  /** Returns a function that finds the band at the end of a step under the tariff with this id. */
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
  // Rows are sorted newest first; most devices have only one.
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
      formerLimits: formerLimitsOf(row),
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

/**
 * The former limit applies until the ratings were changed, the new one from the start of that day;
 * in between, the higher of the two.
 */
function formerLimitsOf({ former_ratings, zone }: DeviceRow): FormerLimit[] | undefined {
  return former_ratings?.map(({ until, voltageV, currentA }) => ({
    limitW: energyLimitW(voltageV, currentA),
    until,
    nextSince: startOfLocalDate(localDateOf(until, zone), zone),
  }));
}
