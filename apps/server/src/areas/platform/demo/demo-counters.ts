/** The metering devices of the demo fleet, and their past readings. */

import { loadOfDevice, SLAVE_RATED_CURRENT_A } from '@busbar/domain/demand/device-load';
import { parseLampLoad } from '@busbar/domain/demand/lamp-load';
import { type LoadProfile, measurementAt } from '@busbar/domain/demand/load-profile';
import { registersOfPast } from '@busbar/domain/demand/meter-past';
import { supplyOfPast } from '@busbar/domain/demand/tower-site';
import { slaveCode } from '@busbar/domain/device/device-code';
import { measuredOf } from '@busbar/domain/device/measured-values';
import {
  type EnergyRegisters,
  type Measurement,
  REGISTER_ORDER,
} from '@busbar/domain/device/measurement';
import type { DeviceRef } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import { measuredHash, registersHash, storedHash } from '../../telemetry/content/content-hash.ts';
import { QUALITY_DEVICE, type ReadingRow } from '../../telemetry/ingest/work.ts';
import type { DemoCustomer } from './demo-customer.ts';
import { listDevices } from './demo-queries.ts';
import { branchLoads, pastOutage } from './demo-tower.ts';
import { type DevicePast, meterPastOf } from './device-past.ts';
import type { FleetDevice } from './fleet-file.ts';
import type { HistoryDay } from './history-span.ts';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
/** A load that only consumes needs no export registers, which saves bytes in two million rows. */
const CONSUMED_FIELDS = REGISTER_ORDER.filter((field) => !field.includes('Export'));

export interface Counter {
  readonly ref: DeviceRef;
  readonly load: LoadProfile;
  readonly past: DevicePast | undefined;
  /** Set for the meter of a tower's supply, which has no energy registers. */
  readonly supplyAt?: (at: number) => Measurement;
}

/** `firstStart`: time of the first start of the demo, at which the history ends. */
export async function countersOf(
  ctx: Context,
  demo: DemoCustomer,
  firstStart: number,
): Promise<Counter[]> {
  const rows = await listDevices(ctx.database.db, demo.customerId);
  const byCode = new Map(rows.map((row) => [row.device_code, row]));
  const counters: Counter[] = [];
  const outage = pastOutage(firstStart);
  const add = (
    code: string,
    phases: 1 | 3,
    { ratedCurrentA, past, lamps }: Pick<FleetDevice, 'ratedCurrentA' | 'past' | 'lamps'>,
  ) => {
    const row = byCode.get(code);
    if (row === undefined) return;
    const branches = branchLoads(demo.fleet, code);
    counters.push({
      ref: {
        customerId: demo.customerId,
        deviceId: row.device_id,
        deviceCode: code,
        groupPath: [row.group_id],
      },
      load: loadOfDevice({
        code,
        phases,
        ratedCurrentA,
        zone: demo.fleet.zone,
        countsFrom: demo.fleet.countsFrom,
        ...(lamps === undefined ? {} : { lamps: parseLampLoad(lamps) }),
      }),
      past,
      ...(branches === undefined
        ? {}
        : { supplyAt: (at: number) => supplyOfPast(outage, branches, at) }),
    });
  };
  for (const device of demo.fleet.devices) {
    // A gateway measures nothing itself; it reports for its slaves.
    if (device.slaves.length === 0) add(device.code, 3, device);
    for (const address of device.slaves) {
      add(slaveCode(device.code, address), 1, { ratedCurrentA: SLAVE_RATED_CURRENT_A });
    }
  }
  return counters;
}

export function rowOf(
  { ref, load, past, supplyAt }: Counter,
  at: number,
  day: HistoryDay,
): ReadingRow {
  // Registers every quarter of an hour in the last week, every hour before.
  const isCounted =
    supplyAt === undefined && at % (day.intervalMs > 300_000 ? HOUR_MS : QUARTER_MS) === 0;
  const measured = measuredOf(supplyAt?.(at) ?? measurementAt(load, at, true));
  const registers = isCounted ? consumed(registersOfPast(load, meterPastOf(past), at)) : undefined;
  return {
    device: {
      ref,
      simulated: false,
      newestMeasurementAt: at,
      newestRegistersAt: at,
      lastArrivalAt: at,
      heardWrittenAt: at,
      clockWrongAt: undefined,
      expectedIntervalS: 60,
      signalCsq: null,
    },
    at,
    quality: QUALITY_DEVICE,
    deviceTime: at,
    measured,
    measuredHash: storedHash(measuredHash(measured)),
    registers,
    registersHash: registers === undefined ? 0 : storedHash(registersHash(registers)),
  };
}

function consumed(registers: EnergyRegisters): EnergyRegisters {
  return Object.fromEntries(CONSUMED_FIELDS.map((field) => [field, registers[field]]));
}
