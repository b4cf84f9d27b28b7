/** Readings by the names of the field, for those who read few of them (see `decode-readings.ts`). */
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import { decodeReadings, type MeasuredValues } from './decode-readings.ts';
import type { Payload } from './payload.ts';
import { MEASUREMENT_ORDER } from './reading-fields.ts';
import type { Decoded } from './rejection.ts';

export interface Reading {
  /** The slave it is of; undefined for the device itself. */
  readonly address: number | undefined;
  /** By the device's clock, ms since 1970; undefined when it sent none. */
  readonly deviceTime: number | undefined;
  /** Undefined when it measured nothing (a message of registers only). */
  readonly measurement: Measurement | undefined;
  readonly registers: EnergyRegisters | undefined;
}

export function decodeData(payload: Payload): Decoded<Reading> {
  const { accepted, rejected, unknownFields } = decodeReadings(payload);
  return {
    accepted: accepted.map(({ measured, ...reading }) => ({
      ...reading,
      measurement: measured && measurementOf(measured),
    })),
    rejected,
    unknownFields,
  };
}

export function measurementOf(measured: MeasuredValues): Measurement {
  const measurement: Measurement = {};
  MEASUREMENT_ORDER.forEach((field, position) => {
    const value = measured[position];
    if (value !== undefined && !Number.isNaN(value)) measurement[field] = value;
  });
  return measurement;
}

/** The other way round. */
export function measuredOf(measurement: Measurement): MeasuredValues {
  return MEASUREMENT_ORDER.map((field) => measurement[field] ?? Number.NaN);
}
