/** Finds the reading field of a wire name, with its bounds. */
import {
  ENERGY_REGISTER_FIELDS,
  type EnergyRegisterField,
  MEASUREMENT_FIELDS,
  MEASUREMENT_ORDER,
  type MeasurementField,
  REGISTER_ORDER,
} from '@busbar/domain/device/measurement';
import { MEASUREMENT_WIRE_NAMES, REGISTER_WIRE_NAMES } from '@busbar/domain/device/wire-names';

export type ReadingField =
  | {
      readonly register: false;
      readonly field: MeasurementField;
      /** Index in `MEASUREMENT_ORDER`. */
      readonly position: number;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly register: true;
      readonly field: EnergyRegisterField;
      readonly min: number;
      readonly max: number;
    };

/** Map with one lookup per value, which is the entire cost of recognising a field. */
export const FIELD_OF_WIRE_NAME: ReadonlyMap<string, ReadingField> = new Map<string, ReadingField>([
  ...MEASUREMENT_ORDER.map((field, position): [string, ReadingField] => {
    const { min, max } = MEASUREMENT_FIELDS[field];
    return [MEASUREMENT_WIRE_NAMES[field], { register: false, field, position, min, max }];
  }),
  ...REGISTER_ORDER.map((field): [string, ReadingField] => {
    const { min, max } = ENERGY_REGISTER_FIELDS[field];
    return [REGISTER_WIRE_NAMES[field], { register: true, field, min, max }];
  }),
]);
