/** Alarm rules and maintenance windows on v2. */
import type { alarmRuleCalls } from '@busbar/contract/v2/alarms/alarm-rules';
import type { RuleSetting } from '@busbar/domain/alarm/alarm-rule';
import { camelCaseKeys, pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import {
  type CountingRule,
  changeRule,
  findRules,
} from '../../../areas/alarms/alarm-rule-service.ts';
import {
  addWindow,
  cancelWindow,
  findWindows,
} from '../../../areas/alarms/alarm-window-service.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';
import { instantGiven } from '../../validation/log-query.ts';

const WIRE_NAMES = { device: 'device_code', type: 'alarm_type' };
const DEFAULT_ROWS = 13;

export function alarmRuleHandlers(ctx: Context): HandlersOf<typeof alarmRuleCalls> {
  return {
    'v2.alarm-rules': async ({ query, caller }) => {
      const rules = await findRules(ctx, caller, query.group_id);
      return rules.ok
        ? { data: { list: rules.value.map(presentRule) } }
        : onWire(rules, WIRE_NAMES);
    },
    'v2.alarm-rules.change': async ({ body, caller }) => {
      const { alarm_type: type, group_id, reset, ...setting } = body;
      const changed = await changeRule(ctx, caller, {
        type,
        group: group_id ?? undefined,
        setting: reset === true ? null : camelCaseKeys(setting),
      });
      return changed.ok
        ? { data: { list: changed.value.map(presentRule) }, msg: REFUSAL_MESSAGES.saved }
        : onWire(changed, WIRE_NAMES);
    },
    'v2.alarm-windows': async ({ query, caller }) => {
      const { windows, total } = await findWindows(ctx, caller, {
        page: query.pn ?? 1,
        pageSize: query.ps ?? DEFAULT_ROWS,
      });
      return {
        data: {
          list: windows.map(({ createdByName, cancelledByName, ...window }) => ({
            ...snakeCaseKeys(window),
            created_by: createdByName,
            cancelled_by: cancelledByName,
          })),
          total,
        },
      };
    },
    'v2.alarm-windows.add': async ({ body, caller }) => {
      const added = await addWindow(ctx, caller, {
        device: body.device_code ?? undefined,
        group: body.group_id ?? undefined,
        from: instantGiven(body.from, caller.zone),
        to: instantGiven(body.to, caller.zone),
        reason: body.reason,
      });
      return added.ok
        ? { data: added.value, msg: REFUSAL_MESSAGES.saved }
        : onWire(added, WIRE_NAMES);
    },
    'v2.alarm-windows.cancel': async ({ params, caller }) => {
      const cancelled = await cancelWindow(ctx, caller, params.id);
      return cancelled.ok ? { msg: REFUSAL_MESSAGES.updated } : cancelled;
    },
  };
}

const presentSetting = (setting: RuleSetting) =>
  pickSnakeCase(setting, 'inUse', 'limit', 'clear', 'delayS', 'holdS');

function presentRule({ rule, setting, groupId, source }: CountingRule) {
  return {
    alarm_type: rule.type,
    source,
    group_id: groupId,
    side: rule.side,
    unit: rule.unit,
    min: rule.min,
    max: rule.max,
    ...presentSetting(setting),
    defaults: presentSetting(rule.defaults),
  };
}
