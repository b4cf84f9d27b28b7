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
  latestReadings,
} from '../readings/latest-queries.ts';
import { findSummaries } from './device-list-queries.ts';
import { deviceKeyOf, preferCode } from './device-lookup-queries.ts';
import type { DeviceSummary } from './device-summary.ts';
import { findLastCommands, type LastOrder } from './last-command-queries.ts';
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
  const key = deviceKeyOf(idOrCode);
  if (key === undefined) return refused('not-found');
  const found = await findSummaries(ctx.database.db, caller, key, ctx.clock.now());
  const summary = preferCode(found, key);
  return summary === undefined ? refused('not-found') : done(summary);
}

export async function findDeviceDetail(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceDetail>> {
  const summary = await findDeviceSummary(ctx, caller, idOrCode);
  if (!summary.ok) return summary;
  const [detail] = await detailsOf(ctx, caller, [summary.value]);
  return done(detail!);
}

/** Returns the slaves of a gateway in the caller's scope, in order of their addresses. */
export async function findSlaveDetails(
  ctx: Context,
  caller: Caller,
  gatewayId: number,
): Promise<DeviceDetail[]> {
  const slaves = await findSummaries(ctx.database.db, caller, { gatewayId }, ctx.clock.now());
  return detailsOf(ctx, caller, slaves);
}

async function detailsOf(
  ctx: Context,
  caller: Caller,
  devices: readonly DeviceSummary[],
): Promise<DeviceDetail[]> {
  const { db } = ctx.database;
  const { customerId } = caller;
  const ids = devices.map(({ deviceId }) => deviceId);
  const keys = ids.map((deviceId) => ({ customerId, deviceId }));
  const readings = await latestReadings(db, customerId, ids);
  const commands = await findLastCommands(db, customerId, ids);
  const alarms = await openAlarms(db, keys, ctx.clock.now());
  const details: DeviceDetail[] = [];
  for (const device of devices) {
    const { deviceId } = device;
    const lock = await findLock(db, customerId, deviceId, device.action);
    details.push({
      device,
      measurement: readings.get(deviceId)?.measurement,
      registers: readings.get(deviceId)?.registers,
      lock,
      lastCommand: commands.get(deviceId),
      alarms: alarms.get(deviceId) ?? [],
      allowed: allowedCommands(caller, device, lock),
    });
  }
  return details;
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
