/**
 * Collects the values of a message of another manufacturer. A value that is absent or null was not
 * measured. A value that no meter can have measured is rejected alone: the device may be right
 * about the others, and its energy must not be lost because of a power factor of 1.001.
 */

import { measuredOf } from '@busbar/domain/device/measured-values';
import {
  ENERGY_REGISTER_FIELDS,
  type EnergyRegisterField,
  type EnergyRegisters,
  MEASUREMENT_FIELDS,
  type Measurement,
  type MeasurementField,
  type ValueSpec,
} from '@busbar/domain/device/measurement';
import { type Rejection, type RejectReason, rejection } from '@busbar/domain/device/rejection';
import { quoted } from '../rejection.ts';

/** Smaller values are below the resolution of any instrument, and some databases reject them. */
const SMALLEST = 1e-12;

/** Decimal places from W to kW and from Wh to kWh. */
export const TO_KILO = -3;

export class ValueCollector {
  readonly measurement: Measurement = {};
  readonly registers: EnergyRegisters = {};
  readonly rejected: Rejection[] = [];

  /** `places` shifts the decimal point to the unit of the field. */
  measure(field: MeasurementField, value: unknown, name: string, places = 0): void {
    const number = this.#number(value, name, MEASUREMENT_FIELDS[field], places);
    if (number !== undefined) this.measurement[field] = number;
  }

  count(register: EnergyRegisterField, value: unknown, name: string, places = 0): void {
    const number = this.#number(value, name, ENERGY_REGISTER_FIELDS[register], places);
    if (number !== undefined) this.registers[register] = number;
  }

  reject(reason: RejectReason, detail: string): void {
    this.rejected.push(rejection(reason, detail));
  }

  get hasMeasured(): boolean {
    return Object.keys(this.measurement).length > 0;
  }

  get hasCounted(): boolean {
    return Object.keys(this.registers).length > 0;
  }

  #number(
    value: unknown,
    name: string,
    { min, max }: ValueSpec,
    places: number,
  ): number | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number') {
      this.reject('wrong-type', `${name}: ${quoted(value)} is no number`);
      return undefined;
    }
    if (!Number.isFinite(value)) {
      this.reject('not-finite', `${name} is not finite`);
      return undefined;
    }
    const number = shiftPoint(value, places);
    if (number < min || number > max) {
      this.reject('out-of-bounds', `${name}: ${value} is not possible`);
      return undefined;
    }
    return Math.abs(number) < SMALLEST ? 0 : number;
  }
}

/**
 * Shifts the decimal point of the written number, so that 5415414.19 Wh are exactly 5415.41419 kWh;
 * a division would round a second time.
 */
export function shiftPoint(value: number, places: number): number {
  if (places === 0) return value;
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** The values in the form of a reading; undefined if there are none. */
export function measuredIfAny(measurement: Measurement) {
  return Object.keys(measurement).length === 0 ? undefined : measuredOf(measurement);
}
