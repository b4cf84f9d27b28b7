import { describe, expect, it } from 'vitest';
import { publishReadings } from '../../src/areas/telemetry/ingest/publish-readings.ts';
import type { ReadingRow } from '../../src/areas/telemetry/ingest/work.ts';
import type { TrackedDevice } from '../../src/areas/telemetry/presence/link-device.ts';
import { type BusEvents, createBus } from '../../src/bus.ts';

function trackedDevice(newestAt: number): TrackedDevice {
  const ref = { customerId: 1, deviceId: 2, deviceCode: 'DEVICE-0001', groupPath: [3] };
  return {
    ref,
    newestMeasurementAt: newestAt,
    newestRegistersAt: newestAt,
  } as unknown as TrackedDevice;
}

type Part = 'measured' | 'registers';

function latestOf(device: TrackedDevice, rows: readonly (readonly [number, ...Part[]])[]) {
  const latest: number[] = [];
  const bus = createBus((error) => {
    throw error;
  });
  bus.subscribe('reading.stored', (event: BusEvents['reading.stored']) => {
    if (event.latest) latest.push(event.ts);
  });
  const readings = rows.map(([at, ...parts]) => {
    const part = (name: Part) => (parts.includes(name) ? {} : undefined);
    return { device, at, measured: part('measured'), registers: part('registers') };
  });
  publishReadings({ bus }, readings as unknown as ReadingRow[]);
  return latest;
}

describe('the latest reading', () => {
  it('is only the newest one of a backlog', () => {
    const rows = [1, 2, 3, 4, 5].map((at) => [at, 'measured', 'registers'] as const);
    expect(latestOf(trackedDevice(0), rows)).toEqual([5]);
  });

  it('is none of the readings that are older than the latest known one', () => {
    expect(
      latestOf(trackedDevice(9), [
        [8, 'measured'],
        [9, 'measured'],
      ]),
    ).toEqual([]);
  });

  it('is published for measurement and registers if they arrive separately', () => {
    const rows = [
      [3, 'measured'],
      [1, 'measured'],
      [2, 'registers'],
    ] as const;
    expect(latestOf(trackedDevice(0), rows)).toEqual([3, 2]);
  });

  it('is published once if two readings have its time', () => {
    expect(
      latestOf(trackedDevice(0), [
        [3, 'measured'],
        [3, 'measured'],
      ]),
    ).toEqual([3]);
  });
});
