/**
 * The last reading of a tower's device: the mains voltage is the highest phase voltage, the DC bus
 * is line voltage A, the battery line voltage B (docs/protocol/device.md, "Tower device"). Values
 * are magnitudes, so a bus at -48 V reads 48.
 */
import type { Measurement } from '@busbar/domain/device/measurement';
import type { TowerReading } from '@busbar/domain/tower/decide-tower';
import { sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { latestMeasurement } from '../../fleet/readings/latest-queries.ts';

export interface TowerInputs extends TowerReading {
  readonly batteryV: number | null;
  /** Input power of the rectifiers, kW. */
  readonly inputKw: number | null;
  readonly temperatureC: number | null;
}

/** Higher values are the line voltage of an AC device. */
const MOST_BUS_V = 100;

function busVoltage(value: number | undefined): number | null {
  const magnitude = Math.abs(value ?? Number.NaN);
  return magnitude <= MOST_BUS_V ? magnitude : null;
}

export function readTowerInputs(at: number, measurement: Measurement): TowerInputs {
  const { voltageA, voltageB, voltageC } = measurement;
  const phases = [voltageA, voltageB, voltageC].filter((volts) => volts !== undefined);
  return {
    at,
    busV: busVoltage(measurement.lineVoltageA),
    batteryV: busVoltage(measurement.lineVoltageB),
    mainsV: phases.length === 0 ? null : Math.max(...phases),
    inputKw: measurement.activePower ?? null,
    temperatureC: measurement.temperature ?? null,
  };
}

export async function readTold(
  db: Executor,
  customerId: number,
  deviceId: number,
): Promise<TowerInputs | undefined> {
  const latest = await latestMeasurement(db, customerId, deviceId);
  return latest && readTowerInputs(latest.ts, latest.measurement);
}

/** Maximum age of a base register at the beginning of an outage. */
const BASE_AGE_MS = 3_600_000;

/** Returns the kWh counted by each breaker since then; omits breakers without usable registers. */
export async function energySince(
  db: Executor,
  customerId: number,
  deviceIds: readonly number[],
  since: number,
): Promise<ReadonlyMap<number, number>> {
  if (deviceIds.length === 0) return new Map();
  const register = (before: ReturnType<typeof sql>) => sql`lateral (
    select active_total_kwh as kwh from energy_register e
    where e.customer_id = ${customerId} and e.device_id = w.device_id and ${before}
      and active_total_kwh is not null
    order by ts desc limit 1)`;
  const { rows } = await sql<{ deviceId: number; kwh: number }>`
    select w.device_id as "deviceId", (newest.kwh - base.kwh)::float8 as kwh
    from unnest(${[...deviceIds]}::int4[]) as w (device_id)
    cross join ${register(sql`ts <= ${instant(since)} and ts > ${instant(since - BASE_AGE_MS)}`)} base
    cross join ${register(sql`ts > ${instant(since - BASE_AGE_MS)}`)} newest`.execute(db);
  // A counter that decreased was reset, so the energy used is unknown.
  return new Map(rows.filter(({ kwh }) => kwh >= 0).map(({ deviceId, kwh }) => [deviceId, kwh]));
}
