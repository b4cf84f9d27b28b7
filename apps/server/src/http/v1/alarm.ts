/**
 * Alarms on v1 (contract `v1/alarm.ts`). They have no mark, so those of simulated devices are left
 * out.
 */
import type { alarmV1Calls } from '@busbar/contract/v1/alarm';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { formatLocal } from '@busbar/domain/calendar';
import { countAlarmsOf } from '../../areas/alarms/alarm-count-service.ts';
import { findAlarms } from '../../areas/alarms/alarm-service.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { HandlersOf } from '../calls/handler.ts';

/** Default page size (docs/specification/platform.md 7.3). */
const DEFAULT_ROWS = 13;

export function alarmV1Handlers(ctx: Context): HandlersOf<typeof alarmV1Calls> {
  return {
    'v1.alarm.findAlarms': async ({ body, caller }) => {
      const found = await findAlarms(ctx, caller, {
        group: body.groupId,
        device: body.deviceId === '' ? undefined : (body.deviceId ?? undefined),
        handled: flagOf(body.handled),
        simulated: false,
        page: Number(body.currentPage ?? 1),
        pageSize: Number(body.rows ?? 0) || DEFAULT_ROWS,
      });
      if (!found.ok) return found;
      const { alarms, total, page, pageSize } = found.value;
      return {
        data: alarms.map((alarm) => ({
          id: alarm.id,
          deviceName: alarm.deviceName,
          deviceSymbolCode: alarm.deviceCode,
          alarmType: alarmLabel(alarm.type, alarm.detail),
          alarmTime: formatLocal(alarm.openedAt, caller.zone),
          handled: alarm.handledAt !== null,
          endTime: alarm.endedAt === null ? null : formatLocal(alarm.endedAt, caller.zone),
          count: alarm.count,
        })),
        currentPage: page,
        totalPage: Math.ceil(total / pageSize),
        totalCount: total,
        rows: pageSize,
      };
    },
    'v1.alarm.countAlarms': async ({ body, caller }) => {
      const { groupId: group } = body;
      const day = await counted(ctx, caller, 'day', group);
      const month = await counted(ctx, caller, 'month', group);
      const year = await counted(ctx, caller, 'year', group);
      const unhandled = await findAlarms(ctx, caller, {
        group,
        handled: false,
        simulated: false,
        page: 1,
        pageSize: 0,
      });
      if (!day.ok) return day;
      if (!month.ok) return month;
      if (!year.ok) return year;
      if (!unhandled.ok) return unhandled;
      return {
        data: {
          day: day.value,
          month: month.value,
          year: year.value,
          unhandled: unhandled.value.total,
        },
      };
    },
  };
}

async function counted(
  ctx: Context,
  caller: Caller,
  dateType: string,
  group: string | number | undefined,
) {
  const found = await countAlarmsOf(ctx, caller, { dateType, group, devices: 0 });
  if (!found.ok) return found;
  const { alarms, warnings, change, changeOfYear } = found.value;
  return {
    ok: true,
    value: { alarmCount: alarms, warningCount: warnings, mom: change, yoy: changeOfYear },
  } as const;
}

/** Parses 1, 0, true, false or `all`, which old forms send. */
function flagOf(value: boolean | string | null | undefined): boolean | undefined {
  const text = String(value ?? '');
  if (['1', 'true'].includes(text)) return true;
  return ['0', 'false'].includes(text) ? false : undefined;
}
