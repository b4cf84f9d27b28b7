/**
 * Reads the newest reading of a device by measurement time (never by time of arrival): the first
 * row of a backward scan of the primary key. Partitions are scanned from the newest month, so an
 * active device costs one index probe.
 */
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import { type RawBuilder, sql } from 'kysely';
import { instant } from '../../../storage/column-types.ts';
import { type Executor, type Read, read, runRead } from '../../../storage/database.ts';
import { flat } from '../../../storage/flat-sql.ts';
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
  return runRead(executor, newestReadings(customerId, deviceRows(deviceIds)));
}

/**
 * The newest readings per device of the rows `d (device_id)`; with `since` (epoch ms), older ones
 * are not found. PostgreSQL opens the partitions of all months for a statement, except those before
 * a given time.
 */
export function newestReadings(
  customerId: number,
  devices: RawBuilder<unknown>,
  since?: number,
): Read<Map<number, LatestReadings>> {
  const recent = since === undefined ? sql`` : sql`and r.ts >= ${instant(since)}`;
  const query = sql<LatestRow>`
    select d.device_id as "deviceId", m.ts as "measuredAt", e.ts as "countedAt",
      ${MEASUREMENT.outer}, ${REGISTER.outer}
    from ${devices}
    left join lateral (
      select r.ts, ${MEASUREMENT.inner} from measurement r
      where r.customer_id = ${customerId} and r.device_id = d.device_id ${recent}
      order by r.ts desc limit 1) m on true
    left join lateral (
      select r.ts, ${REGISTER.inner} from energy_register r
      where r.customer_id = ${customerId} and r.device_id = d.device_id ${recent}
      order by r.ts desc limit 1) e on true`;
  return read(query, (rows) => new Map(rows.map((row) => [row.deviceId, latestOf(row)])));
}

const columnsOf = (alias: string, names: readonly string[]) =>
  flat(sql.join(names.map((name) => sql.ref(`${alias}.${name}`))));
const MEASUREMENT = {
  outer: columnsOf('m', measurementColumns),
  inner: columnsOf('r', measurementColumns),
};
const REGISTER = {
  outer: columnsOf('e', energyRegisterColumns),
  inner: columnsOf('r', energyRegisterColumns),
};

function latestOf(row: LatestRow): LatestReadings {
  const { measuredAt, countedAt } = row;
  return {
    measurement:
      measuredAt === null ? undefined : { ts: measuredAt, measurement: measurementOf(row) },
    registers: countedAt === null ? undefined : { ts: countedAt, registers: registersOf(row) },
  };
}
