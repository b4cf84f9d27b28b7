/** Alarms on v2: dashboard, lists and bell. */

import type { QueryOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import type { alarmCalls } from '@busbar/contract/v2/alarms/alarms';
import { parseAlarmTypeName } from '@busbar/device-protocol/up/alarm-names';
import { pickSnakeCase } from '@busbar/domain/key-case';
import { percentShares } from '@busbar/domain/percent-shares';
import { refused } from '@busbar/domain/refusal';
import { countAlarmsOf } from '../../../areas/alarms/alarm-count-service.ts';
import {
  deleteAlarm,
  findAlarms,
  handleAlarm,
  snoozeAlarm,
} from '../../../areas/alarms/alarm-service.ts';
import { handleAlarms } from '../../../areas/alarms/handle-alarms.ts';
import { presentAlarm, presentCounts } from '../../../areas/alarms/present-alarm.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { instantGiven } from '../../validation/log-query.ts';

const DEFAULT_ROWS = 10;

type AlarmListQuery = QueryOf<CallByName<'v2.alarms'>>;

export function alarmHandlers(ctx: Context): HandlersOf<typeof alarmCalls> {
  return {
    'v2.alarms': async ({ query, caller }) => {
      const from = instantGiven(query.start, caller.zone);
      const to = instantGiven(query.end, caller.zone);
      if (from === 'invalid') return refused('range-invalid', 'start');
      if (to === 'invalid') return refused('range-invalid', 'end');
      const name = query.alarm_type === 'all' ? '' : (query.alarm_type ?? '');
      const type = name === '' ? undefined : parseAlarmTypeName(name);
      if (type === undefined && name !== '') return refused('alarm-word-unknown', 'alarm_type');
      const found = await findAlarms(ctx, caller, {
        handled: flagOf(query.handled),
        open: flagOf(query.open),
        device: query.device_code,
        group: query.group_id,
        alarm: query.alarm_id,
        type,
        hiddenType: isDashboardList(query) ? 'electricLeakage' : undefined,
        kind: query.kind,
        from,
        to,
        standing: flagOf(query.standing),
        simulated: flagOf(query.simulated) ?? (isCountOnly(query) ? false : undefined),
        order: query.order,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      if (!found.ok) return onWire(found);
      const { alarms, total } = found.value;
      const alarm_list = alarms.map((alarm) => presentAlarm(alarm, caller.zone));
      return { data: { list: { alarm_list, count: alarm_list.length, total } } };
    },
    'v2.alarm-count': async ({ query, caller }) => {
      const counted = await countAlarmsOf(ctx, caller, {
        dateType: query.date_type,
        group: query.group_id,
        devices: query.limit,
      });
      if (!counted.ok) return onWire(counted);
      const { period, alarms, warnings, active, types, change, changeOfYear, devices } =
        counted.value;
      const others = devices.reduce((left, device) => left - device.alarms, alarms);
      const shares = percentShares([...devices.map((device) => device.alarms), others]);
      return {
        data: {
          date_type: period,
          data_mom: change,
          data_yoy: changeOfYear,
          device_alarm_list: devices.map((device, i) => ({
            percentage: shares[i]!,
            alarm_count: device.alarms,
            ...pickSnakeCase(device, 'deviceName', 'deviceCode'),
          })),
          count: {
            alarm_count: alarms,
            warning_count: warnings,
            active_count: active,
            ...presentCounts(types),
          },
        },
      };
    },
    'v2.alarm.handle': async ({ params, body, caller }) => {
      const handled = await handleAlarm(ctx, caller, params.id, body.note);
      return handled.ok
        ? { data: presentAlarm(handled.value, caller.zone), msg: REFUSAL_MESSAGES.updated }
        : handled;
    },
    'v2.alarms.handle': async ({ body, caller }) => {
      const changed = await handleAlarms(ctx, caller, body);
      if (!changed.ok) return changed;
      const ids = changed.value;
      return { data: { changed: ids.length, ids }, msg: REFUSAL_MESSAGES.updated };
    },
    'v2.alarm.delete': async ({ params, query, caller }) => {
      const deleted = await deleteAlarm(ctx, caller, params.id, query.reason);
      return deleted.ok ? { msg: REFUSAL_MESSAGES.deleted } : deleted;
    },
    'v2.alarm.snooze': async ({ params, body, caller }) => {
      const until = instantGiven(body.until, caller.zone) ?? null;
      const snoozed = await snoozeAlarm(ctx, caller, params.id, until);
      return snoozed.ok
        ? { data: presentAlarm(snoozed.value, caller.zone), msg: REFUSAL_MESSAGES.updated }
        : snoozed;
    },
  };
}

/**
 * Returns true for the dashboard's list of the latest ten, whose rows omit earth leakage
 * (docs/specification/dashboard.md 6.4). Its request contains neither a type nor a filter; its
 * total counts all alarms.
 */
function isDashboardList({ pn: _page, ps, handled = 'all', ...filters }: AlarmListQuery): boolean {
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '');
  return (ps ?? DEFAULT_ROWS) <= DEFAULT_ROWS && handled === 'all' && !isFiltered;
}

/** True if only the number of alarms is requested, of which those of simulated devices are no part. */
function isCountOnly({ ps, device_code, alarm_id }: AlarmListQuery): boolean {
  return ps === 0 && device_code === undefined && alarm_id === undefined;
}

/** Returns undefined, which selects both values, for `all` and for an absent flag. */
function flagOf(flag: string | undefined): boolean | undefined {
  if (flag === undefined || flag === 'all') return undefined;
  return flag === '1' || flag === 'true';
}
