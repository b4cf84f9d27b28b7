/** What is asked of the history of a device. */
import type { EnergyRegisterColumn, MeasurementColumn } from '../../../storage/reading-columns.ts';

export type HistoryTable = 'measurement' | 'energy_register';

/** Which readings, of [from, to) in epoch ms. */
export interface HistorySpan {
  readonly customerId: number;
  readonly deviceId: number;
  readonly table: HistoryTable;
  readonly from: number;
  readonly to: number;
  /** Readings before it may be thinned, epoch ms; undefined: all of the span are as they came. */
  readonly thinnedBefore?: number | undefined;
  /** Whole hours within it that are made, for columns of hours; undefined: none, or not asked. */
  readonly made?: MadeHours | undefined;
}

/** [from, to) in epoch ms. */
export interface MadeHours {
  readonly from: number;
  readonly to: number;
}

export type HistoryColumn = MeasurementColumn | EnergyRegisterColumn;
