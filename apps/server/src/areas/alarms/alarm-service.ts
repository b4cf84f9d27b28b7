/** Alarms of the caller's group and below: list, acknowledge, snooze, delete. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { publishAll } from '../../bus.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { scopeOfGroup } from '../fleet/devices/device-list-service.ts';
import { findDevice } from '../fleet/devices/device-lookup-queries.ts';
import { alarmMessages } from '../fleet/devices/open-alarm-queries.ts';
import { parseId } from '../shared/identifier.ts';
import { writeLog } from '../shared/operation-log/write-log.ts';
import { plainText } from '../shared/plain-text.ts';
import { addToSums } from '../shared/table-writers/alarm-sum-queries.ts';
import { alarmMessage, refOf } from './alarm-changes.ts';
import {
  type AlarmFilter,
  type AlarmRow,
  alarmCounts,
  alarmList,
  insertAlarmEvent,
  lockAlarm,
  updateAlarm,
} from './alarm-queries.ts';
import { groupsSeen } from './alarm-scope-queries.ts';

/** Maximum rows per page; a longer list must be read page by page. */
const MAX_ROWS = 5_000;

const LONGEST_SNOOZE_MS = 7 * 86_400_000;

export interface AlarmQuery extends Omit<AlarmFilter, 'deviceId' | 'id'> {
  readonly alarm?: string | undefined;
  /** Id or code of the device. */
  readonly device?: string | number | undefined;
  readonly group?: string | number | undefined;
  /** Starts at 1. */
  readonly page: number;
  /** 0 returns only the total. */
  readonly pageSize: number;
  readonly order?: 'time' | 'priority' | undefined;
}

export interface AlarmList {
  readonly alarms: readonly AlarmRow[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export async function findAlarms(
  ctx: Context,
  caller: Caller,
  query: AlarmQuery,
): Promise<Outcome<AlarmList>> {
  const { db } = ctx.database;
  const scope = await scopeOfGroup(ctx, caller, query.group);
  if (!scope.ok) return scope;
  const page = Math.max(1, query.page);
  const pageSize = Math.min(Math.max(0, query.pageSize), MAX_ROWS);
  const { device, alarm, order = 'time', ...filter } = query;
  const of = device === undefined ? undefined : await findDevice(db, scope.value, device);
  const id = alarm === undefined ? undefined : parseId(alarm);
  if ((device !== undefined && of === undefined) || (alarm !== undefined && id === undefined)) {
    return done({ alarms: [], total: 0, page, pageSize });
  }
  const requested: AlarmFilter = { ...filter, deviceId: of?.deviceId, id };
  const offset = (page - 1) * pageSize;
  const groups = await groupsSeen(db, scope.value);
  const list = alarmList(scope.value, groups, requested, { limit: pageSize, offset, order });
  const counts = alarmCounts(scope.value, groups, requested);
  const [alarms, ...numbers] =
    pageSize === 0
      ? [[], ...(await ctx.database.readTogether(...counts))]
      : await ctx.database.readTogether<[AlarmRow[], ...number[]]>(list, ...counts);
  return done({ alarms, total: numbers.reduce((a, b) => a + b), page, pageSize });
}

/** Locks the alarm while `work` changes it, and returns the changed alarm. */
async function changing(
  ctx: Context,
  caller: Caller,
  idText: string,
  work: (trx: Executor, alarm: AlarmRow, now: number) => Promise<Outcome<Partial<AlarmRow>>>,
): Promise<Outcome<AlarmRow>> {
  const id = parseId(idText);
  if (id === undefined) return refused('not-found');
  const now = ctx.clock.now();
  const outcome = await ctx.database.transaction(async (trx) => {
    const alarm = await lockAlarm(trx, caller, id);
    if (alarm === undefined) return refused('not-found');
    const changed = await work(trx, alarm, now);
    return changed.ok ? done({ ...alarm, ...changed.value }) : changed;
  });
  if (outcome.ok) {
    const change = outcome.value.deletedAt === null ? 'changed' : 'deleted';
    publishAll(ctx.bus, [alarmMessage(outcome.value, change, now)]);
    // A deletion ends an active alarm, so the cards that show active alarms are updated too.
    if (change === 'deleted') {
      publishAll(ctx.bus, await alarmMessages(ctx.database.db, [refOf(outcome.value)], now));
    }
  }
  return outcome;
}

export async function handleAlarm(
  ctx: Context,
  caller: Caller,
  id: string,
  noteText: string | undefined,
): Promise<Outcome<AlarmRow>> {
  const note = plainText(noteText);
  return changing(ctx, caller, id, async (trx, alarm, now) => {
    if (alarm.handledAt !== null) {
      // Accepts the repeated request of a client that did not receive the first response.
      const isRepeated =
        alarm.handledBy === caller.userId && (note === '' || note === alarm.handledNote);
      return isRepeated ? done({}) : refused('alarm-handled');
    }
    await updateAlarm(trx, alarm, {
      handled_at: instant(now),
      handled_by: caller.userId,
      handled_by_name: caller.userName,
      handled_note: note,
    });
    await addToSums(trx, [{ ...counted(alarm), alarms: 0, handled: 1 }]);
    await insertAlarmEvent(trx, alarm, 'handled', now);
    await logAlarm(trx, caller, alarm, now, 'deal with alarm', note === '' ? {} : { note });
    const { userId, userName } = caller;
    return done({
      handledAt: now,
      handledBy: userId,
      handledByName: userName,
      handledNote: note,
    });
  });
}

/** Null ends the snooze. */
export async function snoozeAlarm(
  ctx: Context,
  caller: Caller,
  id: string,
  until: number | null | 'invalid',
): Promise<Outcome<AlarmRow>> {
  return changing(ctx, caller, id, async (trx, alarm, now) => {
    if (alarm.endedAt !== null) return refused('alarm-ended');
    if (until === 'invalid') return refused('snooze-invalid', 'until');
    if (until !== null && !(until > now && until <= now + LONGEST_SNOOZE_MS)) {
      return refused('snooze-invalid', 'until');
    }
    const by = until === null ? '' : caller.userName;
    await updateAlarm(trx, alarm, {
      snoozed_until: until === null ? null : instant(until),
      snoozed_by: until === null ? null : caller.userId,
      snoozed_by_name: by,
    });
    // Notices that were postponed until the former end of the snooze are due again.
    if (alarm.snoozedUntil !== null && alarm.snoozedUntil > (until ?? now)) {
      await insertAlarmEvent(trx, alarm, 'changed', now);
    }
    await logAlarm(trx, caller, alarm, now, until === null ? 'wake alarm' : 'snooze alarm', {
      ...(until === null ? {} : { until: new Date(until).toISOString() }),
    });
    return done({ snoozedUntil: until, snoozedByName: by });
  });
}

/**
 * Marks an alarm as deleted, with user and reason. Deleting an open alarm ends it, which is
 * forwarded and mailed to projects; the next event opens a new alarm.
 */
export async function deleteAlarm(
  ctx: Context,
  caller: Caller,
  id: string,
  reasonText: string | undefined,
): Promise<Outcome<AlarmRow>> {
  const reason = plainText(reasonText);
  return changing(ctx, caller, id, async (trx, alarm, now) => {
    const end = alarm.endedAt === null ? { ended_at: instant(now), end_reason: 'deleted' } : {};
    await updateAlarm(trx, alarm, {
      ...end,
      deleted_at: instant(now),
      deleted_by: caller.userId,
      deleted_by_name: caller.userName,
      deletion_reason: reason,
    });
    const handled = alarm.handledAt === null ? 0 : -1;
    await addToSums(trx, [{ ...counted(alarm), alarms: -1, handled }]);
    await logAlarm(trx, caller, alarm, now, 'delete alarm', reason === '' ? {} : { reason });
    if (alarm.endedAt === null) await insertAlarmEvent(trx, alarm, 'ended', now);
    const ended = alarm.endedAt === null ? { endedAt: now, endReason: 'deleted' } : {};
    return done({ ...ended, deletedAt: now });
  });
}

export const counted = (alarm: AlarmRow) => {
  const { customerId, groupId, deviceId, deviceSimulated, day, type, kind } = alarm;
  return { customerId, groupId, deviceId, deviceSimulated, day, type, kind };
};

export function logAlarm(
  trx: Executor,
  caller: Caller,
  alarm: AlarmRow,
  at: number,
  command: LogCommand,
  detail: object,
): Promise<void> {
  return writeLog(trx, caller, {
    at,
    module: LOG_MODULES.alarms,
    command,
    device: alarm,
    detail: {
      alarm: alarm.id,
      type: alarm.type,
      ...(alarm.phase === '' ? {} : { phase: alarm.phase }),
      opened: new Date(alarm.openedAt).toISOString(),
      ...detail,
    },
  });
}
