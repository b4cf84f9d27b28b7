/**
 * Reads the newest reading of a device by measurement time (never by time of arrival): the first
 * row of a backward scan of the primary key. Partitions are scanned from the newest month, so an
 * active device costs one index probe.
 */
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';
import {
  type EnergyRegisterColumn,
  energyRegisterColumns,
  type MeasurementColumn,
  measurementColumns,
} from '../../../storage/reading-columns.ts';
import { measurementOf, registersOf } from './reading-fields.ts';

export interface LatestMeasurement {
  /** Epoch ms. */
  readonly ts: number;
  readonly measurement: Measurement;
}

export interface LatestRegisters {
  readonly ts: number;
  readonly registers: EnergyRegisters;
}

export async function latestMeasurement(
  executor: Executor,
  customerId: number,
  deviceId: number,
): Promise<LatestMeasurement | undefined> {
  const row = await executor
    .selectFrom('measurement')
    .select(['ts', ...measurementColumns])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .orderBy('ts', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ts: row.ts, measurement: measurementOf(row) };
}

export async function latestRegisters(
  executor: Executor,
  customerId: number,
  deviceId: number,
): Promise<LatestRegisters | undefined> {
  const row = await executor
    .selectFrom('energy_register')
    .select(['ts', ...energyRegisterColumns])
    .where('customer_id', '=', customerId)
    .where('device_id', '=', deviceId)
    .orderBy('ts', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ts: row.ts, registers: registersOf(row) };
}

export interface LatestReadings {
  readonly measurement: LatestMeasurement | undefined;
  readonly registers: LatestRegisters | undefined;
}

type LatestRow = Readonly<Record<MeasurementColumn, number | null>> &
  Readonly<Record<EnergyRegisterColumn, string | null>> & {
    readonly deviceId: number;
    readonly measuredAt: number | null;
    readonly countedAt: number | null;
  };

/** More devices are passed as an array, so that the number of statements stays small. */
const MOST_IN_TEXT = 20;

/**
 * The devices as rows `d (device_id)`, at least one. The number of a few rows is in the text, unlike
 * that of an array: PostgreSQL would plan the statement for each array again.
 */
export const deviceRows = (deviceIds: readonly number[]) =>
  deviceIds.length <= MOST_IN_TEXT
    ? sql`(values ${sql.join(deviceIds.map((id) => sql`(${id}::int4)`))}) d (device_id)`
    : sql`unnest(${deviceIds}::int4[]) d (device_id)`;

/** Returns the newest readings per device, in one query for any number of devices. */
export async function latestReadings(
  executor: Executor,
  customerId: number,
  deviceIds: readonly number[],
): Promise<Map<number, LatestReadings>> {
  if (deviceIds.length === 0) return new Map();
  const newest = (table: string, columns: readonly string[]) => sql`(
    select r.ts, ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))} from ${sql.table(table)} r
    where r.customer_id = ${customerId} and r.device_id = d.device_id order by r.ts desc limit 1)`;
  const { rows } = await sql<LatestRow>`
    select d.device_id as "deviceId", m.ts as "measuredAt", e.ts as "countedAt",
      ${sql.join(measurementColumns.map((name) => sql.ref(`m.${name}`)))},
      ${sql.join(energyRegisterColumns.map((name) => sql.ref(`e.${name}`)))}
    from ${deviceRows(deviceIds)}
    left join lateral ${newest('measurement', measurementColumns)} m on true
    left join lateral ${newest('energy_register', energyRegisterColumns)} e on true`.execute(
    executor,
  );
  return new Map(
    rows.map((row) => [
      row.deviceId,
      {
        measurement:
          row.measuredAt === null
            ? undefined
            : { ts: row.measuredAt, measurement: measurementOf(row) },
        registers:
          row.countedAt === null ? undefined : { ts: row.countedAt, registers: registersOf(row) },
      },
    ]),
  );
}
