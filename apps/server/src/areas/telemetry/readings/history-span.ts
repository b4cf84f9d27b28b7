/** Parameters of a query on the history of a device. */
import type { EnergyRegisterColumn, MeasurementColumn } from '../../../storage/reading-columns.ts';

export type HistoryTable = 'measurement' | 'energy_register';

/** Selects the readings in [from, to), epoch ms. */
export interface HistorySpan {
  readonly customerId: number;
  readonly deviceId: number;
  readonly table: HistoryTable;
  readonly from: number;
  readonly to: number;
  /** Readings before this time may be thinned, epoch ms; undefined if the whole span is raw. */
  readonly thinnedBefore?: number | undefined;
  /**
   * The whole hours in the span that have hourly aggregates, used for hourly intervals; undefined
   * if there are none or they were not queried.
   */
  readonly computed?: ComputedHours | undefined;
}

/** [from, to) in epoch ms. */
export interface ComputedHours {
  readonly from: number;
  readonly to: number;
}

export type HistoryColumn = MeasurementColumn | EnergyRegisterColumn;
