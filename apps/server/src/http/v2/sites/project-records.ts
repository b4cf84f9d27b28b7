/** v2 calls for alarms, warnings, energy and bill of projects. */

import type { QueryOf } from '@busbar/contract/call';
import type { projectRecordCalls } from '@busbar/contract/v2/sites/project-records';
import { wireNameOfAlarmType } from '@busbar/device-protocol/up/alarm-names';
import { alarmLabel } from '@busbar/domain/alarm/alarm-class';
import { ALARM_FACTS } from '@busbar/domain/alarm/alarm-facts';
import { alarmUnit } from '@busbar/domain/alarm/alarm-type';
import { formatLocal } from '@busbar/domain/calendar';
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import { localDateOf } from '@busbar/domain/local-date';
import { detailParts } from '@busbar/domain/project/detail-parts';
import { refused } from '@busbar/domain/refusal';
import { findBill } from '../../../areas/energy/billing/bill-service.ts';
import { findDeviceRows, spanOfDays } from '../../../areas/energy/queries/device-row-service.ts';
import { dateTypeOf } from '../../../areas/energy/queries/requested-period.ts';
import type { ProjectAlarm } from '../../../areas/sites/records/project-alarm-queries.ts';
import {
  findProjectAlarms,
  handleProjectAlarm,
} from '../../../areas/sites/records/project-alarm-service.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { instantGiven } from '../../validation/log-query.ts';
import { presentDeviceRows } from '../energy/energy-days.ts';
import { presentBill } from '../energy/settlement.ts';

const WIRE_NAMES = { project: 'project_id' };
const DEFAULT_ROWS = 10;
const DEFAULT_ENERGY_ROWS = 13;

type ListQuery = QueryOf<(typeof projectRecordCalls)['v2.proj-alarm-list']>;

export function projectRecordHandlers(ctx: Context): HandlersOf<typeof projectRecordCalls> {
  const find = async (caller: Caller, kind: 'alarm' | 'warning', query: ListQuery) => {
    const from = instantGiven(query.start, caller.zone);
    const to = instantGiven(query.end, caller.zone);
    if (from === 'invalid') return refused('range-invalid', 'start');
    if (to === 'invalid') return refused('range-invalid', 'end');
    const found = await findProjectAlarms(ctx, caller, {
      kind,
      project: query.project_id,
      device: query.device_code,
      handled: flagOf(query.handled),
      open: flagOf(query.open),
      from,
      to,
      page: query.pn ?? 1,
      pageSize: query.ps ?? DEFAULT_ROWS,
    });
    return found.ok ? found : onWire(found, WIRE_NAMES);
  };
  return {
    'v2.proj-alarm-list': async ({ query, caller }) => {
      const found = await find(caller, 'alarm', query);
      if (!found.ok) return found;
      const { alarms, total } = found.value;
      return { data: { list: alarms.map((one) => presentAlarm(one, caller)), total } };
    },
    'v2.proj-warning-list': async ({ query, caller }) => {
      const found = await find(caller, 'warning', query);
      if (!found.ok) return found;
      const { alarms, total } = found.value;
      return { data: { list: alarms.map((one) => presentWarning(one, caller)), total } };
    },
    'v2.proj-alarm.handle': async ({ params, body, caller }) => {
      const handled = await handleProjectAlarm(ctx, caller, 'alarm', params.id, body.note);
      return handled.ok
        ? { data: presentAlarm(handled.value, caller), msg: REFUSAL_MESSAGES.updated }
        : handled;
    },
    'v2.proj-warning.handle': async ({ params, body, caller }) => {
      const handled = await handleProjectAlarm(ctx, caller, 'warning', params.id, body.note);
      return handled.ok
        ? { data: presentWarning(handled.value, caller), msg: REFUSAL_MESSAGES.updated }
        : handled;
    },
    'v2.energy-proj': async ({ query, caller }) => {
      const unit = dateTypeOf(query.date_type ?? 'day');
      if (!unit.ok) return unit;
      const span = spanOfDays(query, localDateOf(ctx.clock.now(), caller.zone));
      if (!span.ok) return span;
      const found = await findDeviceRows(ctx, caller, {
        unit: unit.value,
        span: span.value,
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ENERGY_ROWS,
        project: query.project_id ?? null,
      });
      return found.ok
        ? { data: presentDeviceRows(found.value, span.value) }
        : onWire(found, WIRE_NAMES);
    },
    'v2.project-bill': async ({ query, caller }) => {
      const found = await findBill(ctx, caller, {
        start: query.start,
        project: query.project_id ?? null,
        page: query.pn ?? 1,
        pageSize: query.ps,
      });
      return found.ok ? { data: presentBill(found.value) } : onWire(found, WIRE_NAMES);
    },
  };
}

/** Returns undefined, which selects both values, for `all` and for an absent flag. */
function flagOf(flag: string | undefined): boolean | undefined {
  if (flag === undefined || flag === 'all') return undefined;
  return flag === '1' || flag === 'true';
}

const presentAlarm = (alarm: ProjectAlarm, caller: Caller) => ({
  ...present(alarm, caller),
  alarm_type: alarmLabel(alarm.type, alarm.detail),
});

const presentWarning = (alarm: ProjectAlarm, caller: Caller) => ({
  ...present(alarm, caller),
  warning_type: alarmLabel(alarm.type, alarm.detail),
});

function present(
  { kind, partName, detail, facts, handledByName, ...alarm }: ProjectAlarm,
  { zone }: Caller,
) {
  const unit = alarmUnit(alarm.type);
  return {
    ...snakeCaseKeys(alarm),
    record_time: formatLocal(alarm.openedAt, zone),
    log_detail: detail === '' ? measured(alarm, unit) : detail,
    handled: alarm.handledAt !== null,
    lamp_group_name: alarm.lampGroupId === null ? '' : partName,
    tower_name: alarm.towerId === null ? '' : partName,
    type: wireNameOfAlarmType(alarm.type),
    phase: alarm.phase === '' ? null : alarm.phase,
    detail_parts: detailParts(alarm.type, detail),
    facts: pickSnakeCase(facts, ...ALARM_FACTS),
    unit,
    handled_by: handledByName,
  };
}

const measured = ({ value }: Pick<ProjectAlarm, 'value'>, unit: string): string =>
  value === null ? '' : `${value} ${unit}`.trim();
