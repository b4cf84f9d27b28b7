/**
 * Reads the newest reading of a device by measurement time (never by time of arrival): the first
 * row of a backward scan of the primary key. Partitions are scanned from the newest month, so an
 * active device costs one index probe.
 */
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import type { Executor } from '../../../storage/database.ts';
import { energyRegisterColumns, measurementColumns } from '../../../storage/reading-columns.ts';
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
