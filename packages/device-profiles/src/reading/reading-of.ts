/** Divides decoded quantities into the measured values and the energy registers of a reading. */
import { type MeasuredValues, measuredOf } from '@busbar/domain/device/measured-values';
import {
  ENERGY_REGISTER_FIELDS,
  type EnergyRegisterField,
  type EnergyRegisters,
  MEASUREMENT_FIELDS,
  type Measurement,
  type MeasurementField,
} from '@busbar/domain/device/measurement';
import { type Rejection, rejection } from '@busbar/domain/device/rejection';
import type { Quantities } from '../profile.ts';

export interface ReadQuantities {
  /** Undefined if nothing was measured. */
  readonly measured: MeasuredValues | undefined;
  readonly registers: EnergyRegisters | undefined;
  /** Values outside their bounds, each of which is rejected alone. */
  readonly rejected: readonly Rejection[];
}

export function readingOf(quantities: Quantities): ReadQuantities {
  const measurement: Measurement = {};
  const registers: EnergyRegisters = {};
  const rejected: Rejection[] = [];
  for (const [name, value] of Object.entries(quantities)) {
    if (value === undefined) continue;
    const isRegister = Object.hasOwn(ENERGY_REGISTER_FIELDS, name);
    const { min, max } = isRegister
      ? ENERGY_REGISTER_FIELDS[name as EnergyRegisterField]
      : MEASUREMENT_FIELDS[name as MeasurementField];
    if (!(value >= min && value <= max)) {
      rejected.push(rejection('out-of-bounds', `${name}: ${value} is not ${min} to ${max}`));
    } else if (isRegister) registers[name as EnergyRegisterField] = value;
    else measurement[name as MeasurementField] = value;
  }
  const isMeasured = Object.keys(measurement).length > 0;
  return {
    measured: isMeasured ? measuredOf(measurement) : undefined,
    registers: Object.keys(registers).length > 0 ? registers : undefined,
    rejected,
  };
}
