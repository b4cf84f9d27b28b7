/** One device whole: as listed, with its newest readings, its last order, and what may be ordered now. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { interlock, ORDERS, type SwitchOrder } from '@busbar/domain/switch/interlock';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import {
  type LatestMeasurement,
  type LatestRegisters,
  latestMeasurement,
  latestRegisters,
} from '../readings/latest-repository.ts';
import { findSummary } from './device-list-repository.ts';
import { findDevice } from './device-lookup.ts';
import type { DeviceSummary } from './device-summary.ts';
import { findLastLock, findLastOrder, type LastOrder, type Lock } from './last-order-repository.ts';

export interface DeviceDetail {
  readonly device: DeviceSummary;
  readonly measurement: LatestMeasurement | undefined;
  readonly registers: LatestRegisters | undefined;
  /** Present only while the device reports that a command locked it. */
  readonly lock: Lock | undefined;
  readonly lastOrder: LastOrder | undefined;
  /** By state, kind and role; whether the device can be reached is not in it. */
  readonly allowed: Readonly<Record<SwitchOrder, boolean>>;
}

/** As a list shows it; `not-found` outside the caller's group. */
export async function findDeviceSummary(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceSummary>> {
  const { db } = ctx.database;
  const found = await findDevice(db, caller, idOrCode);
  const summary = found && (await findSummary(db, caller, found.deviceId, ctx.clock.now()));
  return summary === undefined ? refused('not-found') : done(summary);
}

export async function findDeviceDetail(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceDetail>> {
  const summary = await findDeviceSummary(ctx, caller, idOrCode);
  if (!summary.ok) return summary;
  const device = summary.value;
  const { db } = ctx.database;
  const { customerId } = caller;
  const { deviceId } = device;
  return done({
    device,
    measurement: await latestMeasurement(db, customerId, deviceId),
    registers: await latestRegisters(db, customerId, deviceId),
    lock:
      device.action === 'lockByCommand' ? await findLastLock(db, customerId, deviceId) : undefined,
    lastOrder: await findLastOrder(db, customerId, deviceId),
    allowed: allowedOrders(caller, device),
  });
}

function allowedOrders(caller: Caller, device: DeviceSummary): Record<SwitchOrder, boolean> {
  const mayControl = caller.role === 'admin' || caller.role === 'operator';
  const { action, kind } = device;
  const entries = ORDERS.map((order) => [
    order,
    mayControl && interlock({ order, action, kind }) === null,
  ]);
  return Object.fromEntries(entries) as Record<SwitchOrder, boolean>;
}
