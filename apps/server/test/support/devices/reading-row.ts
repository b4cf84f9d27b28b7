/**
 * A reading as the ingest passes it to the writer, for a device that has reported nothing newer.
 */

import type { MeasuredValues } from '@busbar/domain/device/measured-values';
import type { EnergyRegisters } from '@busbar/domain/device/measurement';
import {
  measuredHash,
  registersHash,
  storedHash,
} from '../../../src/areas/telemetry/content/content-hash.ts';
import { QUALITY_DEVICE, type ReadingRow } from '../../../src/areas/telemetry/ingest/work.ts';

export interface ReadOf {
  readonly customerId: number;
  readonly deviceId: number;
  /** Defaults to a code derived from the id. */
  readonly deviceCode?: string;
  /** Time of registration, epoch ms. */
  readonly registeredAt?: number;
}

export interface Told {
  /** Epoch ms. */
  readonly at: number;
  readonly measured?: MeasuredValues;
  readonly registers?: EnergyRegisters;
  /** The time at which the device was last stored as seen; defaults to `at`. */
  readonly heardWrittenAt?: number;
}

export function readingRow(
  { customerId, deviceId, deviceCode = `D${deviceId}`, registeredAt }: ReadOf,
  { at, measured, registers, heardWrittenAt = at }: Told,
): ReadingRow {
  return {
    device: {
      ref: { customerId, deviceId, deviceCode, groupPath: [] },
      simulated: false,
      newestMeasurementAt: at,
      newestRegistersAt: at,
      lastArrivalAt: at,
      heardWrittenAt,
      clockWrongAt: undefined,
      expectedIntervalS: 60,
      registeredAt,
      signalCsq: null,
    },
    at,
    quality: QUALITY_DEVICE,
    deviceTime: at,
    measured,
    measuredHash: measured === undefined ? 0 : storedHash(measuredHash(measured)),
    registers,
    registersHash: registers === undefined ? 0 : storedHash(registersHash(registers)),
  };
}
