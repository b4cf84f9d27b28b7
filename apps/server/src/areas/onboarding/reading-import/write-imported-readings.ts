/** Stores the readings of a file on the path of the readings of devices. */
import type { EnergyRegisterField } from '@busbar/domain/device/measurement';
import type { RegisterAt } from '@busbar/domain/reading-import/reading-intervals';
import { OTHER_METER_REASON, type ReadingPlan } from '@busbar/domain/reading-import/reading-plan';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { wakeJob } from '../../../wake-job.ts';
import { insertOverride } from '../../energy/explanation/override-queries.ts';
import type { FoundDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { markDevice } from '../../shared/table-writers/energy-flag-queries.ts';
import { registersHash, storedHash } from '../../telemetry/content/content-hash.ts';
import {
  QUALITY_DEVICE,
  QUALITY_OTHER_METER,
  type ReadingRow,
} from '../../telemetry/ingest/work.ts';
import { writeReadings } from '../../telemetry/ingest/write-readings.ts';
import type { TrackedDevice } from '../../telemetry/presence/link-device.ts';

const ROWS_PER_BATCH = 1000;

export interface ImportedReadings extends Pick<ReadingPlan, 'registers' | 'ignoredAt'> {
  readonly device: FoundDevice;
  readonly register: EnergyRegisterField;
}

/**
 * Must be called in one transaction. Returns the number of new readings; a reading that was stored
 * in the meantime remains valid.
 */
export async function writeImportedReadings(
  trx: Executor,
  caller: Caller,
  { device, register, registers, ignoredAt }: ImportedReadings,
  now: number,
): Promise<number> {
  const tracked = trackedDevice(device);
  let inserted = 0;
  for (let i = 0; i < registers.length; i += ROWS_PER_BATCH) {
    const batch = registers.slice(i, i + ROWS_PER_BATCH);
    const rows = batch.map((one) => readingRow(tracked, register, one));
    // The dirty flag is set once, at the end, because readings of the device wait for its lock.
    const stored = await writeReadings(trx, rows, now, 'later');
    inserted += stored.inserted;
  }
  for (const at of ignoredAt) {
    const decision = {
      at,
      channel: null,
      decision: 'ignore',
      energyWh: 0,
      reason: OTHER_METER_REASON,
    } as const;
    await insertOverride(trx, caller, device.deviceId, decision, now);
  }
  const [first] = registers;
  if (first !== undefined) await markDevice(trx, caller.customerId, device.deviceId, first.at);
  await wakeJob(trx, 'outbox');
  return inserted;
}

/** The device of rows that do not arrive over a connection. */
export function trackedDevice(ref: FoundDevice): TrackedDevice {
  return {
    ref,
    expectedIntervalS: ref.expectedIntervalS,
    simulated: ref.simulated,
    signalCsq: null,
    newestMeasurementAt: Number.NEGATIVE_INFINITY,
    newestRegistersAt: Number.NEGATIVE_INFINITY,
    lastArrivalAt: Number.NEGATIVE_INFINITY,
    heardWrittenAt: Number.NEGATIVE_INFINITY,
    clockWrongAt: undefined,
  };
}

function readingRow(
  device: TrackedDevice,
  register: EnergyRegisterField,
  { at, kwh, isOtherMeter }: RegisterAt,
): ReadingRow {
  const registers = { [register]: kwh };
  return {
    device,
    at,
    quality: isOtherMeter === true ? QUALITY_OTHER_METER : QUALITY_DEVICE,
    deviceTime: at,
    measured: undefined,
    measuredHash: 0,
    registers,
    registersHash: storedHash(registersHash(registers)),
  };
}
