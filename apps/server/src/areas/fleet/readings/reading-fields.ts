/** Maps domain fields to columns of the reading tables; both use the same order. */
import {
  type EnergyRegisterField,
  type EnergyRegisters,
  MEASUREMENT_ORDER,
  type Measurement,
  type MeasurementField,
  REGISTER_ORDER,
} from '@busbar/domain/device/measurement';
import {
  type EnergyRegisterColumn,
  energyRegisterColumns,
  type MeasurementColumn,
  measurementColumns,
} from '../../../storage/reading-columns.ts';

const columnOfMeasurement = new Map(
  MEASUREMENT_ORDER.map((field, i) => [field, measurementColumns[i]!]),
);
const columnOfRegister = new Map(
  REGISTER_ORDER.map((field, i) => [field, energyRegisterColumns[i]!]),
);

export function measurementColumnOf(field: MeasurementField): MeasurementColumn {
  return columnOfMeasurement.get(field)!;
}

export function registerColumnOf(field: EnergyRegisterField): EnergyRegisterColumn {
  return columnOfRegister.get(field)!;
}

/** Converts a row to domain fields; absent values stay absent. */
export function measurementOf(
  row: Readonly<Record<MeasurementColumn, number | null>>,
): Measurement {
  const measurement: Measurement = {};
  MEASUREMENT_ORDER.forEach((field, i) => {
    const value = row[measurementColumns[i]!];
    if (value !== null) measurement[field] = value;
  });
  return measurement;
}

/** Converts registers from the database's decimal text; they fit a number exactly (≤ 1e12 kWh). */
export function registersOf(
  row: Readonly<Record<EnergyRegisterColumn, string | null>>,
): EnergyRegisters {
  const registers: EnergyRegisters = {};
  REGISTER_ORDER.forEach((field, i) => {
    const value = row[energyRegisterColumns[i]!];
    if (value !== null) registers[field] = Number(value);
  });
  return registers;
}
