/** Measurements and settings of the meter on the serial line; clock and registers are writable. */
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';

export interface LineMeter {
  readonly measurement: Measurement;
  readonly registers: EnergyRegisters;
  readonly closed: boolean;
  /** Two-digit values: year, month, day, weekday, hour, minute, second, in the device's zone. */
  readonly clock: readonly number[];
  readonly held: LineMemory;
}

/** Values written over the serial line; lost when the device is switched off. */
export class LineMemory {
  /** DL/T 645 demand period, minutes. */
  demandPeriod = 15;
  /** Modbus registers 100 to 115. */
  readonly registers = new Uint16Array(16);
}
