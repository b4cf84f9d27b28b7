/** Events of stored readings, published after their commit. */
import { type MeasuredValues, measurementOf } from '@busbar/domain/device/measured-values';
import type { EnergyRegisters, Measurement } from '@busbar/domain/device/measurement';
import type { BusEvents } from '../../../bus.ts';
import type { Context } from '../../../context.ts';
import type { TrackedDevice } from '../presence/link-device.ts';
import type { ReadingRow } from './work.ts';

type Newest = Pick<TrackedDevice, 'newestMeasurementAt' | 'newestRegistersAt'>;

/**
 * Publishes the readings of a batch. Only the newest one of each device is its latest reading: a
 * backlog would otherwise send every reading of past hours to all pages.
 */
export function publishReadings(ctx: Pick<Context, 'bus'>, rows: readonly ReadingRow[]): void {
  const known = new Map<TrackedDevice, Newest>();
  for (const { device, at, measured, registers } of rows) {
    if (!known.has(device)) {
      const { newestMeasurementAt, newestRegistersAt } = device;
      known.set(device, { newestMeasurementAt, newestRegistersAt });
    }
    if (measured !== undefined && at > device.newestMeasurementAt) device.newestMeasurementAt = at;
    if (registers !== undefined && at > device.newestRegistersAt) device.newestRegistersAt = at;
  }
  for (const row of rows) {
    const { device, at, measured, registers } = row;
    if (measured === undefined && registers === undefined) continue;
    const before = known.get(device)!;
    let latest = false;
    if (
      measured !== undefined &&
      at === device.newestMeasurementAt &&
      at > before.newestMeasurementAt
    ) {
      before.newestMeasurementAt = at;
      latest = true;
    }
    if (
      registers !== undefined &&
      at === device.newestRegistersAt &&
      at > before.newestRegistersAt
    ) {
      before.newestRegistersAt = at;
      latest = true;
    }
    ctx.bus.publish('reading.stored', new StoredReading(row, latest));
  }
}

/**
 * Event of a stored reading. Most readings have no consumer, so the object with their values is
 * created only on access.
 */
class StoredReading implements Required<BusEvents['reading.stored']> {
  readonly customerId: number;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly groupPath: readonly number[];
  readonly ts: number;
  readonly latest: boolean;
  readonly registers: EnergyRegisters | undefined;
  readonly #measured: MeasuredValues | undefined;

  constructor({ device, at, measured, registers }: ReadingRow, latest: boolean) {
    const { customerId, deviceId, deviceCode, groupPath } = device.ref;
    this.customerId = customerId;
    this.deviceId = deviceId;
    this.deviceCode = deviceCode;
    this.groupPath = groupPath;
    this.ts = at;
    this.latest = latest;
    this.registers = registers;
    this.#measured = measured;
  }

  get measurement(): Measurement | undefined {
    return this.#measured && measurementOf(this.#measured);
  }
}
