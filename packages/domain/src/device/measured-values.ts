/**
 * Measured values as a list: an object of 27 properties built key by key needs ten times the
 * memory, and thousands of readings are in memory until they are committed.
 */
import { MEASUREMENT_ORDER, type Measurement } from './measurement.ts';

/** In `MEASUREMENT_ORDER`; NaN if a value was not measured. */
export type MeasuredValues = readonly number[];

export function measurementOf(measured: MeasuredValues): Measurement {
  const measurement: Measurement = {};
  MEASUREMENT_ORDER.forEach((field, position) => {
    const value = measured[position];
    if (value !== undefined && !Number.isNaN(value)) measurement[field] = value;
  });
  return measurement;
}

/** Converts a measurement back to a list. */
export function measuredOf(measurement: Measurement): MeasuredValues {
  return MEASUREMENT_ORDER.map((field) => measurement[field] ?? Number.NaN);
}
