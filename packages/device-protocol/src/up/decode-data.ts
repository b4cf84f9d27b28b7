/**
 * Readings as objects with domain field names, for code that reads few of them
 * (`decode-readings.ts` returns lists).
 */

import { measurementOf } from '@busbar/domain/device/measured-values';
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import type { Payload } from '../payload.ts';
import type { Decoded } from '../rejection.ts';
import { decodeReadings } from './decode-readings.ts';

export interface Reading {
  /** Address of the slave; undefined for the device itself. */
  readonly address: number | undefined;
  /** Time of the device's clock, ms since 1970; undefined if it sent none. */
  readonly deviceTime: number | undefined;
  /** Undefined if nothing was measured (a message with registers only). */
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
