/** Details of one device: its list entry, newest readings, last command and permitted commands. */

import { may } from '@busbar/domain/access/permission';
import type { OpenAlarm } from '@busbar/domain/alarm/active-alarm';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { interlock, SWITCH_COMMANDS, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { mayLift } from '@busbar/domain/switch/lock-holder';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import {
  type LatestMeasurement,
  type LatestRegisters,
  latestMeasurement,
  latestRegisters,
} from '../readings/latest-queries.ts';
import { findSummaries } from './device-list-queries.ts';
import { findDevice } from './device-lookup-queries.ts';
import type { DeviceSummary } from './device-summary.ts';
import { findLastCommand, type LastOrder } from './last-command-queries.ts';
import { findLock, type Lock } from './lock-queries.ts';
import { openAlarms } from './open-alarm-queries.ts';

export interface DeviceDetail {
  readonly device: DeviceSummary;
  readonly measurement: LatestMeasurement | undefined;
  readonly registers: LatestRegisters | undefined;
  /** The lock, only while the device reports that it was locked by a command. */
  readonly lock: Lock | undefined;
  readonly lastCommand: LastOrder | undefined;
  /** Active alarms, newest first. */
  readonly alarms: readonly OpenAlarm[];
  /**
   * Permitted commands, by state, kind, role and owner of the lock, regardless of whether the
   * device is reachable.
   */
  readonly allowed: Readonly<Record<SwitchCommand, boolean>>;
}

/** Returns the list entry of a device, or `not-found` for a device outside the caller's scope. */
export async function findDeviceSummary(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceSummary>> {
  const { db } = ctx.database;
  const found = await findDevice(db, caller, idOrCode);
  const [summary] = found ? await findSummaries(db, caller, found, ctx.clock.now()) : [];
  return summary === undefined ? refused('not-found') : done(summary);
}

export async function findDeviceDetail(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceDetail>> {
  const summary = await findDeviceSummary(ctx, caller, idOrCode);
  return summary.ok ? done(await detailOf(ctx, caller, summary.value)) : summary;
}

/** Returns the slaves of a gateway in the caller's scope, in order of their addresses. */
export async function findSlaveDetails(
  ctx: Context,
  caller: Caller,
  gatewayId: number,
): Promise<DeviceDetail[]> {
  const slaves = await findSummaries(ctx.database.db, caller, { gatewayId }, ctx.clock.now());
  const details: DeviceDetail[] = [];
  for (const slave of slaves) details.push(await detailOf(ctx, caller, slave));
  return details;
}

async function detailOf(
  ctx: Context,
  caller: Caller,
  device: DeviceSummary,
): Promise<DeviceDetail> {
  const { db } = ctx.database;
  const { customerId } = caller;
  const { deviceId } = device;
  const lock = await findLock(db, customerId, deviceId, device.action);
  return {
    device,
    measurement: await latestMeasurement(db, customerId, deviceId),
    registers: await latestRegisters(db, customerId, deviceId),
    lock,
    lastCommand: await findLastCommand(db, customerId, deviceId),
    alarms: (await openAlarms(db, [{ customerId, deviceId }], ctx.clock.now())).get(deviceId) ?? [],
    allowed: allowedCommands(caller, device, lock),
  };
}

function allowedCommands(
  caller: Caller,
  device: DeviceSummary,
  lock: Lock | undefined,
): Record<SwitchCommand, boolean> {
  const mayControl = may(caller, 'device.switch');
  const mayUnlock = mayLift({
    holderId: lock?.userId ?? null,
    userId: caller.userId,
    mayOverride: may(caller, 'lock.override'),
  });
  const { action, kind } = device;
  const entries = SWITCH_COMMANDS.map((command) => [
    command,
    mayControl &&
      interlock({ command, action, kind }) === null &&
      (command !== 'unlock' || mayUnlock),
  ]);
  return Object.fromEntries(entries) as Record<SwitchCommand, boolean>;
}
