/** The tables of migrations 0025 and 0038, in the form of `schema.ts`. */
import type { Instant, NullableDecimal, NullableInstant } from './column-types.ts';
import type { EnergyRegisterColumn, MeasurementColumn } from './reading-columns.ts';

type MeasurementQuarterTable = {
  customer_id: number;
  device_id: number;
  /** Start of the quarter hour. */
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

/** Like quarter hours, with the times of the first and the last reading. */
type MeasurementHourTable = MeasurementQuarterTable & { first_at: Instant; last_at: Instant };

interface MeasurementFoldedTable {
  customer_id: number;
  device_id: number;
  /** Hours before this time have been computed; null if none have. */
  until: NullableInstant;
  late_at: NullableInstant;
}

export interface ThinnedSchema {
  measurement_quarter: MeasurementQuarterTable;
  energy_register_quarter: RegisterQuarterTable;
  thinned_before: ThinnedBeforeTable;
  measurement_hour: MeasurementHourTable;
  measurement_folded: MeasurementFoldedTable;
}
