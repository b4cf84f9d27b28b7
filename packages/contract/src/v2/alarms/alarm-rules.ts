/** Alarm rules that the platform evaluates, and the windows without notifications. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text, When } from '../../shapes.ts';

const Figures = {
  in_use: Type.Boolean(),
  /** Limit in `unit`: percent of the rated value, or the value itself. */
  limit: Type.Number(),
  /** Value at which the alarm ends; it is on the side of `limit` that is no alarm. */
  clear: Type.Number(),
  /**
   * Duration for which the value must be beyond `limit` before the alarm is raised, and within
   * range before it ends; s.
   */
  delay_s: Type.Number(),
  hold_s: Type.Number(),
};

const AlarmRuleRow = Type.Object({
  alarm_type: Type.String(),
  /** Origin of these values: the group, the customer (null), or the platform's defaults. */
  source: Type.Union([Type.Literal('group'), Type.Literal('customer'), Type.Literal('default')]),
  group_id: Nullable(Type.Integer()),
  /** One of `above` and `below`. */
  side: Type.String(),
  unit: Type.String(),
  min: Type.Number(),
  max: Type.Number(),
  ...Figures,
  defaults: Type.Object(Figures),
});

const AlarmWindowRow = Type.Object({
  id: Type.Integer(),
  device_code: Nullable(Type.String()),
  device_name: Nullable(Type.String()),
  group_id: Nullable(Type.Integer()),
  group_name: Nullable(Type.String()),
  from: Type.Number(),
  to: Type.Number(),
  reason: Type.String(),
  created_by: Type.String(),
  created_at: Type.Number(),
  /** Null if the window was not cancelled early. */
  cancelled_at: Nullable(Type.Number()),
  cancelled_by: Type.String(),
});

export const alarmRuleCalls = defineCalls({
  'v2.alarm-rules': {
    method: 'GET',
    path: '/api/v2/alarm-rules',
    summary: 'The rules by which the platform raises alarms, as they count for a group',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ group_id: Type.Optional(IdText) }),
    answer: { data: Type.Object({ list: Type.Array(AlarmRuleRow) }) },
    tenantIds: [{ at: 'query.group_id', of: 'group', miss: 'not-found' }],
    example: { query: { group_id: '{group}' } },
  },
  'v2.alarm-rules.change': {
    method: 'PUT',
    path: '/api/v2/alarm-rules',
    summary: 'Set the figures of a rule for the customer or for a group and what is below it',
    who: 'alarm.configure',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      alarm_type: Text(40),
      /** Absent or null for the whole customer. */
      group_id: Type.Optional(Nullable(IdText)),
      ...Figures,
      /** True removes the values of this level, so that the next level above applies again. */
      reset: Type.Optional(Type.Boolean()),
    }),
    answer: { data: Type.Object({ list: Type.Array(AlarmRuleRow) }) },
    tenantIds: [{ at: 'body.group_id', of: 'group', miss: 'not-found' }],
    example: {
      body: {
        alarm_type: 'overVoltage',
        group_id: '{group}',
        in_use: true,
        limit: 112,
        clear: 109,
        delay_s: 20,
        hold_s: 20,
      },
    },
  },
  'v2.alarm-windows': {
    method: 'GET',
    path: '/api/v2/alarm-windows',
    summary: 'Maintenance windows, those that end last first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    }),
    answer: { data: Type.Object({ list: Type.Array(AlarmWindowRow), total: Type.Integer() }) },
    tenantIds: [],
    example: {},
  },
  'v2.alarm-windows.add': {
    method: 'POST',
    path: '/api/v2/alarm-windows',
    summary:
      'Maintenance of a device or a group: alarms that begin inside are kept, nobody is called',
    who: 'alarm.configure',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      /** Exactly one of the two is required. */
      device_code: Type.Optional(Nullable(IdText)),
      group_id: Type.Optional(Nullable(IdText)),
      from: When,
      to: When,
      reason: Text(500),
    }),
    answer: { data: Type.Object({ id: Type.Integer() }) },
    tenantIds: [
      { at: 'body.device_code', of: 'device', miss: 'not-found' },
      { at: 'body.group_id', of: 'group', miss: 'not-found' },
    ],
    example: {
      body: {
        device_code: '{device}',
        from: '2026-11-20 13:00:00',
        to: '2026-11-20 15:00:00',
        reason: 'Busbars tightened',
      },
    },
  },
  'v2.alarm-windows.cancel': {
    method: 'DELETE',
    path: '/api/v2/alarm-windows/:id',
    summary: 'End a maintenance window before its time',
    who: 'alarm.configure',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'alarm-window', miss: 'not-found' }],
    example: { params: { id: '{alarm-window}' } },
  },
});
