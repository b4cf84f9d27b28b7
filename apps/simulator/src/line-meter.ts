/** What the meter on the line measures and holds; the clock and registers of its own can be written. */
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';

export interface LineMeter {
  readonly measurement: Measurement;
  readonly registers: EnergyRegisters;
  readonly closed: boolean;
  /** Pairs of digits: year, month, day, weekday, hour, minute, second, by the device's zone. */
  readonly clock: readonly number[];
  readonly held: LineMemory;
}

/** What was written over the line; forgotten when the device is switched off. */
export class LineMemory {
  /** DL/T 645, minutes. */
  demandPeriod = 15;
  /** Modbus 100 to 115. */
  readonly registers = new Uint16Array(16);
}
