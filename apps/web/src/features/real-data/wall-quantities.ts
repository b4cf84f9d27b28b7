/** Display properties of a wall cell's quantities: unit, decimals and minimum range of the line. */
import { MEASUREMENT_FIELDS, type MeasurementField } from '@busbar/domain/device/measurement';

const LOOKS = {
  V: [1, 4],
  A: [2, 0.5],
  kW: [3, 0.05],
  kvar: [3, 0.05],
  kVA: [3, 0.05],
  '': [3, 0.05],
  Hz: [2, 0.1],
  degC: [1, 2],
  // No quantity of the wall is a register, but the table must cover all units.
  kWh: [2, 1],
  kvarh: [2, 1],
} as const;

export function lookOf(field: MeasurementField) {
  const { unit } = MEASUREMENT_FIELDS[field];
  const [digits, leastRange] = LOOKS[unit];
  return { unit: unit === 'degC' ? '°C' : unit, digits, leastRange };
}
