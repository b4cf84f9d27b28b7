/** What a cell of the wall can show: unit, digits and the least range of its line. */
import { MEASUREMENT_FIELDS, type MeasurementField } from '@busbar/domain/device/measurement';

export const WALL_FIELDS = [
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
export type WallField = (typeof WALL_FIELDS)[number];

export function isWallField(field: string | undefined): field is WallField {
  return WALL_FIELDS.some((one) => one === field);
}

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

export function lookOf(field: WallField) {
  const { unit } = MEASUREMENT_FIELDS[field];
  const [digits, leastRange] = LOOKS[unit];
  return { unit: unit === 'degC' ? '°C' : unit, digits, leastRange };
}
