/** All data about one device except its readings. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findDeviceSummary } from '../devices/device-detail-service.ts';
import { type FoundDevice, findDevice } from '../devices/device-lookup-queries.ts';
import type { DeviceSummary } from '../devices/device-summary.ts';
import {
  type ConnectionPage,
  type ConnectionRow,
  lastComing,
  listConnections,
} from './connection-log-queries.ts';
import { type DeviceFacts, factsOf } from './device-fact-queries.ts';
import { listSignals, type SignalList } from './signal-log-queries.ts';

export interface DeviceInformation extends DeviceFacts {
  readonly device: DeviceSummary;
  /** The last connect of the device in the connection log. */
  readonly came: ConnectionRow | undefined;
}

export async function findDeviceInformation(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceInformation>> {
  const summary = await findDeviceSummary(ctx, caller, idOrCode);
  if (!summary.ok) return summary;
  const device = summary.value;
  const { db } = ctx.database;
  const facts = await factsOf(db, caller, device);
  if (facts === undefined) return refused('not-found');
  const isOldOpen = facts.oldUntil !== null && facts.oldUntil > ctx.clock.now();
  return done({
    ...facts,
    oldUntil: isOldOpen ? facts.oldUntil : null,
    device,
    came: await lastComing(db, caller, device.deviceId),
  });
}

export async function findConnections(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  page: ConnectionPage,
): Promise<Outcome<{ readonly list: ConnectionRow[]; readonly total: number }>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, idOrCode);
  if (device === undefined) return refused('not-found');
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = page;
  if (to <= from) return refused('range-invalid');
  return done(await listConnections(db, caller, linkOf(device), page));
}

export async function findSignals(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  span: { readonly from: number; readonly to: number },
): Promise<Outcome<SignalList>> {
  const { db } = ctx.database;
  const device = await findDevice(db, caller, idOrCode);
  if (device === undefined) return refused('not-found');
  if (span.to <= span.from) return refused('range-invalid');
  return done(await listSignals(db, caller, linkOf(device), span));
}

const linkOf = ({ deviceId, gatewayId }: FoundDevice): number => gatewayId ?? deviceId;
