/** The values of readings that screens display, by domain name. */
import type {
  EnergyRegisters,
  Measurement,
  MeasurementField,
} from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';

/** The measured values displayed by the table of docs/specification/readings.md 1.3. */
export const MAIN_FIELDS = [
  'voltageA',
  'voltageB',
  'voltageC',
  'currentA',
  'currentB',
  'currentC',
  'activePower',
  'reactivePower',
  'apparentPower',
  'powerFactor',
  'frequency',
  'temperature',
] as const satisfies readonly MeasurementField[];

/** All values that a reading can contain, in the order of the device's record. */
export const QUANTITIES = Object.keys(MEASUREMENT_WIRE_NAMES) as MeasurementField[];

export function isMeasurementField(field: string | undefined): field is MeasurementField {
  return field !== undefined && Object.hasOwn(MEASUREMENT_WIRE_NAMES, field);
}

type WireValues = Readonly<Record<string, unknown>>;

function read<F extends string>(wire: Readonly<Record<F, string>>, values: WireValues) {
  const found: Partial<Record<F, number>> = {};
  for (const field of Object.keys(wire) as F[]) {
    const value = values[wire[field]];
    if (typeof value === 'number' && Number.isFinite(value)) found[field] = value;
  }
  return found;
}

/** Absent and non-numeric values stay absent: unknown is never zero. */
export const toMeasurement = (values: WireValues): Measurement =>
  read(MEASUREMENT_WIRE_NAMES, values);
export const toRegisters = (values: WireValues): EnergyRegisters =>
  read(REGISTER_WIRE_NAMES, values);
