/** What a cell of the wall can show: unit, digits and the least range of its line. */
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
  // No quantity of a wall is a register; the list of units is whole all the same.
  kWh: [2, 1],
  kvarh: [2, 1],
} as const;

export function lookOf(field: MeasurementField) {
  const { unit } = MEASUREMENT_FIELDS[field];
  const [digits, leastRange] = LOOKS[unit];
  return { unit: unit === 'degC' ? '°C' : unit, digits, leastRange };
}
