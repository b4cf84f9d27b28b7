/** The tables of migration 0025, as `schema.ts` does the others. */
import type { Instant, NullableDecimal } from './column-types.ts';
import type { EnergyRegisterColumn, MeasurementColumn } from './reading-columns.ts';

type MeasurementQuarterTable = {
  customer_id: number;
  device_id: number;
  /** Beginning of the quarter hour. */
  ts: Instant;
  readings: number;
} & Record<`${MeasurementColumn}_${'min' | 'mean' | 'max'}`, number | null>;

type RegisterQuarterTable = {
  customer_id: number;
  device_id: number;
  ts: Instant;
  quality: number;
  content_hash: number;
} & Record<EnergyRegisterColumn, NullableDecimal>;

interface ThinnedBeforeTable {
  of_table: 'measurement' | 'energy_register';
  at: Instant;
}

export interface ThinnedSchema {
  measurement_quarter: MeasurementQuarterTable;
  energy_register_quarter: RegisterQuarterTable;
  thinned_before: ThinnedBeforeTable;
}
