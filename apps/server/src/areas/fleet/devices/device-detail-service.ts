/** Details of one device: its list entry, newest readings, last command and permitted commands. */

import { may } from '@busbar/domain/access/permission';
import type { OpenAlarm } from '@busbar/domain/alarm/active-alarm';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { interlock, SWITCH_COMMANDS, type SwitchCommand } from '@busbar/domain/switch/interlock';
import { mayLift } from '@busbar/domain/switch/lock-holder';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { runRead } from '../../../storage/database.ts';
import { readOnlyMeters } from '../../shared/read-only-meter-queries.ts';
import {
  type LatestMeasurement,
  type LatestRegisters,
  latestReadings,
} from '../readings/latest-queries.ts';
import { type Parts, partsOf, partsWith } from './device-detail-queries.ts';
import { findSummaries, summariesOf } from './device-list-queries.ts';
import { deviceKeyOf, preferCode } from './device-lookup-queries.ts';
import type { DeviceSummary } from './device-summary.ts';
import type { LastOrder } from './last-command-queries.ts';
import { findLock, type Lock } from './lock-queries.ts';

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

/** Reads everything in one round trip; what belongs to a device outside the scope is dropped. */
export async function findDeviceDetail(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<DeviceDetail>> {
  const key = deviceKeyOf(idOrCode);
  if (key === undefined) return refused('not-found');
  const now = ctx.clock.now();
  const [found, recent, ...others] = await ctx.database.readShared<[DeviceSummary[], ...Parts]>(
    summariesOf(caller, key, now),
    ...partsWith(caller, key, now),
  );
  const summary = preferCode(found, key);
  if (summary === undefined) return refused('not-found');
  const readings = await newestOf(ctx, caller, summary, recent);
  const readOnly = await readOnlyOf(ctx, caller, [summary]);
  return done(await detailOf(ctx, caller, summary, [readings, ...others], readOnly));
}

/** Searches all readings of a device that has no recent ones of a kind. */
async function newestOf(
  ctx: Context,
  { customerId }: Caller,
  { deviceId }: DeviceSummary,
  recent: Parts[0],
): Promise<Parts[0]> {
  const { measurement, registers } = recent.get(deviceId) ?? {};
  return measurement !== undefined && registers !== undefined
    ? recent
    : latestReadings(ctx.database.db, customerId, [deviceId]);
}

/** Returns the slaves of a gateway in the caller's scope, in order of their addresses. */
export async function findSlaveDetails(
  ctx: Context,
  caller: Caller,
  gatewayId: number,
): Promise<DeviceDetail[]> {
  const { db } = ctx.database;
  const now = ctx.clock.now();
  const slaves = await runRead(db, summariesOf(caller, { gatewayId }, now));
  if (slaves.length === 0) return [];
  const ids = slaves.map(({ deviceId }) => deviceId);
  const parts = await ctx.database.readTogether<Parts>(...partsOf(caller, ids, now));
  const readOnly = await readOnlyOf(ctx, caller, slaves);
  const details: DeviceDetail[] = [];
  for (const slave of slaves) details.push(await detailOf(ctx, caller, slave, parts, readOnly));
  return details;
}

/** Only a DTU and slaves can be on a serial line. */
async function readOnlyOf(
  ctx: Context,
  { customerId }: Caller,
  devices: readonly DeviceSummary[],
): Promise<ReadonlySet<number>> {
  const possible = devices.filter(({ kind }) => kind === 'dtu' || kind === 'slave');
  if (possible.length === 0) return new Set();
  const ids = possible.map(({ deviceId }) => deviceId);
  return readOnlyMeters(ctx.database.db, customerId, ids);
}

async function detailOf(
  ctx: Context,
  caller: Caller,
  device: DeviceSummary,
  [readings, commands, alarms]: Parts,
  readOnly: ReadonlySet<number>,
): Promise<DeviceDetail> {
  const { deviceId, action } = device;
  const lock = await findLock(ctx.database.db, caller.customerId, deviceId, action);
  return {
    device,
    measurement: readings.get(deviceId)?.measurement,
    registers: readings.get(deviceId)?.registers,
    lock,
    lastCommand: commands.get(deviceId),
    alarms: alarms.get(deviceId) ?? [],
    allowed: allowedCommands(caller, device, lock, readOnly.has(deviceId)),
  };
}

function allowedCommands(
  caller: Caller,
  device: DeviceSummary,
  lock: Lock | undefined,
  isReadOnly: boolean,
): Record<SwitchCommand, boolean> {
  const mayControl = may(caller, 'device.switch');
  const mayUnlock = mayLift({
    holderId: lock?.userId ?? null,
    userId: caller.userId,
    mayOverride: may(caller, 'lock.override'),
  });
  const { action, kind, protocol } = device;
  const entries = SWITCH_COMMANDS.map((command) => [
    command,
    mayControl &&
      !isReadOnly &&
      interlock({ command, action, kind, protocol }) === null &&
      (command !== 'unlock' || mayUnlock),
  ]);
  return Object.fromEntries(entries) as Record<SwitchCommand, boolean>;
}
