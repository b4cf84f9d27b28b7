/** Units of meters, and their factors to the units of packages/domain/src/device/measurement.ts. */
import {
  ENERGY_REGISTER_FIELDS,
  type EnergyRegisterField,
  MEASUREMENT_FIELDS,
  type MeasurementField,
  type ValueSpec,
} from '@busbar/domain/device/measurement';
import type { QuantityName } from '../profile.ts';
import { type Rational, rationalOf } from './rational.ts';

type DomainUnit = ValueSpec['unit'];

/** The factor from each unit to that of the domain. */
const UNITS: Readonly<Record<string, readonly [unit: DomainUnit, factor: number]>> = {
  V: ['V', 1],
  kV: ['V', 1000],
  A: ['A', 1],
  mA: ['A', 0.001],
  W: ['kW', 0.001],
  kW: ['kW', 1],
  MW: ['kW', 1000],
  var: ['kvar', 0.001],
  kvar: ['kvar', 1],
  VA: ['kVA', 0.001],
  kVA: ['kVA', 1],
  '': ['', 1],
  Hz: ['Hz', 1],
  degC: ['degC', 1],
  Wh: ['kWh', 0.001],
  kWh: ['kWh', 1],
  MWh: ['kWh', 1000],
  varh: ['kvarh', 0.001],
  kvarh: ['kvarh', 1],
};

export const UNIT_NAMES = Object.keys(UNITS);

export function isQuantityName(name: string): name is QuantityName {
  return Object.hasOwn(MEASUREMENT_FIELDS, name) || isEnergy(name);
}

/** True if the quantity is a cumulative energy register. */
export function isEnergy(name: string): name is EnergyRegisterField {
  return Object.hasOwn(ENERGY_REGISTER_FIELDS, name);
}

/** Returns the factor to the unit of the quantity; undefined if the unit measures another thing. */
export function unitFactor(unit: string, name: QuantityName): Rational | undefined {
  const known = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  return known?.[0] === unitOf(name) ? rationalOf(known[1]) : undefined;
}

export const unitOf = (name: QuantityName): DomainUnit => specOf(name).unit;

/** Unit and bounds of the quantity. */
export function specOf(name: QuantityName): ValueSpec {
  return isEnergy(name)
    ? ENERGY_REGISTER_FIELDS[name]
    : MEASUREMENT_FIELDS[name as MeasurementField];
}
