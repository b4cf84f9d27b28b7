/** Measurements and settings of the meter on the serial line; clock and registers are writable. */
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';

export interface LineMeter {
  readonly measurement: Measurement;
  readonly registers: EnergyRegisters;
  readonly closed: boolean;
  /** True if the last command to the relay was to open it; by default while it is open. */
  readonly commandedOpen?: boolean;
  /** Defaults to the factory setting. */
  readonly access?: MeterAccess;
  /** Two-digit values: year, month, day, weekday, hour, minute, second, in the device's zone. */
  readonly clock: readonly number[];
  readonly held: LineMemory;
  /** Longer values are sent in several frames; by default all are sent in one. */
  readonly frameBytes?: number | undefined;
}

/** Commands to the relay of a DL/T 645 meter; after `allow-close` its button closes it. */
export type RelayCommand = 'open' | 'allow-close' | 'close';

export interface MeterAccess {
  /** Six digits, of level 2. */
  readonly password: string;
  /** Eight digits; undefined if the meter accepts any operator. */
  readonly operator: string | undefined;
}

export const FACTORY_ACCESS: MeterAccess = { password: '000000', operator: undefined };

/** Values written over the serial line; lost when the device is switched off. */
export class LineMemory {
  /** DL/T 645 demand period, minutes. */
  demandPeriod = 15;
  /** DL/T 645 value that is being sent in several frames, as it was at the first of them. */
  sending: { readonly identifier: number; readonly values: readonly number[] } | undefined;
  /** Modbus registers 100 to 115. */
  readonly registers = new Uint16Array(16);
}
