/** Lists, sets and removes weekly timers of devices and slaves; `due-timers.ts` runs them. */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { isClockTime } from '@busbar/domain/clock-time';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import { readOnlyRefusal, switchCommandsOf } from '@busbar/domain/switch/interlock';
import { coincide, isDays, nextRun } from '@busbar/domain/timer/next-run';
import { canHoldTimers, MAX_TIMERS } from '@busbar/domain/timer/timer-holder';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { parseId } from '../../shared/identifier.ts';
import { timerDetail } from '../../shared/operation-log/timer-detail.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { readOnlyMeters } from '../../shared/read-only-meter-queries.ts';
import {
  markTableChanged,
  type TableKey,
} from '../../shared/table-writers/timer-table-change-queries.ts';
import { lockForCommand } from '../commands/control-target-queries.ts';
import { countTimers, listTimers, type TimerRow } from './timer-list-queries.ts';
import {
  deleteTimers,
  insertTimer,
  lockTimer,
  type TimerSetting,
  timersOfDevice,
  updateTimer,
} from './timer-queries.ts';
import { sendTable } from './timer-table.ts';
import { timersToHold } from './timer-table-queries.ts';

export interface TimerRequest extends Omit<TimerSetting, 'deviceId'> {
  /** Id of the timer to change; undefined for a new timer. */
  readonly id?: string | number | undefined;
  /** Id or code of the device. */
  readonly device: string | number;
}

export async function findTimers(
  ctx: Context,
  caller: Caller,
  query: {
    readonly device?: string | number | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<Outcome<{ readonly timers: readonly TimerRow[]; readonly total: number }>> {
  const { db } = ctx.database;
  const device =
    query.device === undefined ? undefined : await findDevice(db, caller, query.device);
  if (query.device !== undefined && device === undefined) return refused('not-found', 'devId');
  const deviceId = device?.deviceId;
  const total = await countTimers(db, caller, { deviceId });
  return done({ timers: await listTimers(db, caller, { ...query, deviceId }), total });
}

/** Returns the timer's id; its table is sent immediately if the device is connected. */
export async function setTimer(
  ctx: Context,
  caller: Caller,
  request: TimerRequest,
): Promise<Outcome<number>> {
  const wrong = settingRefusal(request);
  if (wrong !== undefined) return wrong;
  const change = await ctx.database.transaction((trx) => setTimerIn(ctx, trx, caller, request));
  if (!change.ok) return change;
  await notifyDevice(ctx, change.value.table);
  return done(change.value.timerId);
}

/** Returns the refusal for a timer setting that no device supports. */
export function settingRefusal({ time, days }: TimerRequest): Refused | undefined {
  if (!isClockTime(time)) return refused('timer-time-invalid', 'time');
  if (!isDays(days)) return refused('timer-days-invalid', 'days');
  return undefined;
}

export async function removeTimer(
  ctx: Context,
  caller: Caller,
  timerId: string | number,
): Promise<Outcome<null>> {
  const change = await ctx.database.transaction((trx) => removeTimerIn(ctx, trx, caller, timerId));
  if (!change.ok) return change;
  await notifyDevice(ctx, change.value.table);
  return done(null);
}

/** Timer table to send to a device because of the change; undefined if the device stores none. */
export interface ChangedTable {
  readonly table: TableKey | undefined;
}

/** Removes a timer: writes after the last possible refusal, notifies the device after commit. */
export async function removeTimerIn(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  timerId: string | number,
): Promise<Outcome<ChangedTable>> {
  const timer = await lockedTimer(trx, caller, timerId);
  const device = timer && (await findDevice(trx, caller, timer.device_id));
  if (timer === undefined || device === undefined) return refused('not-found', 'id');
  if (timer.project_timer_id !== null) return refused('timer-of-project');
  await lockForCommand(trx, caller.customerId, caller.userId, [linkOf(device)]);
  await deleteTimers(trx, caller, [timer.id]);
  const table = await changeTable(trx, device);
  await log(ctx, trx, caller, device, 'delete timer', { timer: timer.id });
  return done({ table });
}

/** Like `removeTimerIn`, for setting a timer. */
export async function setTimerIn(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { id, device: named, ...setting }: TimerRequest,
): Promise<Outcome<ChangedTable & { readonly timerId: number }>> {
  const device = await findDevice(trx, caller, named);
  if (device === undefined) return refused('not-found', 'devId');
  const before = id === undefined ? undefined : await lockedTimer(trx, caller, id);
  if (id !== undefined && before === undefined) return refused('not-found', 'id');
  // The device of a timer cannot be changed: that would be two changes in one.
  if (before !== undefined && before.device_id !== device.deviceId) {
    return refused('invalid-request', 'devId');
  }
  if ((before?.project_timer_id ?? null) !== null) return refused('timer-of-project');
  await lockForCommand(trx, caller.customerId, caller.userId, [linkOf(device)]);
  const refusal = await timerRefusal(trx, caller, device, setting, before?.id);
  if (refusal !== undefined) return refusal;
  const now = await readDatabaseTime(ctx, trx);
  const timer = {
    ...setting,
    deviceId: device.deviceId,
    nextRunAt: setting.enabled ? nextRun(setting, now, caller.zone) : undefined,
  };
  const timerId = before?.id ?? (await insertTimer(trx, caller, { ...timer, changedAt: now }));
  if (before !== undefined) {
    const changedAt = isSetSo(before, setting) ? undefined : now;
    await updateTimer(trx, caller, timerId, { ...timer, changedAt });
  }
  const table = await changeTable(trx, device);
  await log(ctx, trx, caller, device, before === undefined ? 'add timer' : 'change timer', {
    timer: timerId,
    ...timerDetail(setting),
  });
  return done({ timerId, table });
}

const isSetSo = (row: TimerRow, setting: Omit<TimerSetting, 'deviceId'>): boolean =>
  row.days === setting.days &&
  row.clock_time === setting.time &&
  row.switch_order === setting.command &&
  row.enabled === setting.enabled;

async function timerRefusal(
  trx: Executor,
  caller: Caller,
  device: FoundDevice,
  setting: Omit<TimerSetting, 'deviceId'>,
  ownId: number | undefined,
): Promise<Refused | undefined> {
  if (!switchCommandsOf(device.kind, device.protocol).includes(setting.command)) {
    return refused('order-not-supported', 'op');
  }
  const readOnly = await readOnlyMeters(trx, caller.customerId, [device.deviceId]);
  if (readOnly.size > 0) return refused(readOnlyRefusal(device.protocol));
  const others = await timersOfDevice(trx, caller, device.deviceId);
  if (others.some((other) => other.id !== ownId && coincide(other, setting))) {
    return refused('timer-taken', 'time');
  }
  const key = { customerId: caller.customerId, linkId: linkOf(device) };
  const held = canHoldTimers(device.kind) ? await timersToHold(trx, key) : others;
  const further = held.filter(({ id }) => id !== ownId).length;
  return further >= MAX_TIMERS ? refused('quota-exceeded') : undefined;
}

async function lockedTimer(
  trx: Executor,
  caller: Caller,
  id: string | number,
): Promise<TimerRow | undefined> {
  const timerId = parseId(id);
  if (timerId === undefined) return undefined;
  await lockTimer(trx, caller, timerId);
  const [timer] = await listTimers(trx, caller, { timerId, offset: 0, limit: 1 });
  return timer;
}

const linkOf = ({ deviceId, gatewayId }: FoundDevice): number => gatewayId ?? deviceId;

async function changeTable(trx: Executor, device: FoundDevice): Promise<TableKey | undefined> {
  if (!canHoldTimers(device.kind)) return undefined;
  const key = { customerId: device.customerId, linkId: linkOf(device) };
  await markTableChanged(trx, key);
  return key;
}

/** Sends the table to the device. The job retries a failure, because the table stays pending. */
export async function notifyDevice(ctx: Context, table: TableKey | undefined): Promise<void> {
  if (table !== undefined) await sendTable(ctx, table);
}

async function log(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  device: FoundDevice,
  command: 'add timer' | 'change timer' | 'delete timer',
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await writeLog(trx, caller, {
    at: await readDatabaseTime(ctx, trx),
    module: LOG_MODULES.timers,
    command,
    device,
    detail,
  });
}
