/** Alarms (docs/specification/alarms.md; docs/decisions.md 15, 26). Instants in epoch ms. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { IdText, Nullable, Text, When } from '../shapes.ts';

/** Parts of `log_detail` of a lamp alarm, for screens in other languages; empty for other alarms. */
export const DetailParts = Type.Array(
  Type.Object({
    /** failed, under, over, dark, dayBurning, bypassed, noReport, energyLevel. */
    word: Type.String(),
    /** Lamps, percent or step; null: none. */
    value: Nullable(Type.Number()),
  }),
);

/** One alarm: the fields of docs/specification/alarms.md 2.1, then ours. */
export const AlarmListRow = Type.Object({
  id: Type.Integer(),
  device_code: Type.String(),
  device_name: Type.String(),
  /** "Chinese label:English label". */
  alarm_type: Type.String(),
  /** `YYYY-MM-DD HH:mm:ss` in the customer's zone: when it was opened. */
  alarm_time: Type.String(),
  handled: Type.Boolean(),
  device_id: Type.Integer(),
  group_id: Type.Integer(),
  /** The name of the type, as devices write it: overVoltage, electric_leakage. */
  type: Type.String(),
  /** alarm or warning. */
  kind: Type.String(),
  /** 1 first, 4 last. */
  priority: Type.Integer(),
  /** A, B or C; null when it is of none. */
  phase: Nullable(Type.String()),
  /** device: the device told it; platform: found by the platform. */
  source: Type.String(),
  /** How often it was told while it was open. */
  count: Type.Integer(),
  opened_at: Type.Number(),
  last_at: Type.Number(),
  /** Null while it is open. */
  ended_at: Nullable(Type.Number()),
  /** device, recovered, heard, settled, passed, late, deleted or removed; null while it is open. */
  end_reason: Nullable(Type.String()),
  /** In the unit of the type (`unit`): the newest, the first, the furthest, and what they passed. */
  value: Nullable(Type.Number()),
  first_value: Nullable(Type.Number()),
  peak: Nullable(Type.Number()),
  limit: Nullable(Type.Number()),
  unit: Type.String(),
  /** Told of more than ten minutes after it happened. */
  late: Type.Boolean(),
  /** In a maintenance window: nobody was called. */
  quiet: Type.Boolean(),
  snoozed_until: Nullable(Type.Number()),
  snoozed_by: Type.String(),
  handled_at: Nullable(Type.Number()),
  handled_by: Type.String(),
  handled_note: Type.String(),
  /** The cause beside the figures: `2 lamps`, the name of a dry contact; mostly empty. */
  log_detail: Type.String(),
  detail_parts: DetailParts,
});

const Flag = Type.Union([
  Type.Literal('all'),
  Type.Literal('0'),
  Type.Literal('1'),
  Type.Literal('true'),
  Type.Literal('false'),
]);

const Paging = {
  pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** 0: only the total. */
  ps: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
};

export const alarms = defineCall({
  name: 'v2.alarms',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/alarms',
  summary:
    'Alarms of the own group and below, newest first; a list of ten without filters has no earth leakage',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  query: Type.Object({
    ...Paging,
    handled: Type.Optional(Flag),
    device_code: Type.Optional(IdText),
    group_id: Type.Optional(IdText),
    /** The name of a type, in either spelling; `all`: every type, earth leakage too. */
    alarm_type: Type.Optional(Text(40)),
    kind: Type.Optional(Type.Union([Type.Literal('alarm'), Type.Literal('warning')])),
    /** true: that stand now; false: that have ended. */
    open: Type.Optional(Flag),
    /** Opened in [start, end). */
    start: Type.Optional(When),
    end: Type.Optional(When),
    /** true: also those opened before `start` that had not ended then. */
    standing: Type.Optional(Flag),
    order: Type.Optional(Type.Union([Type.Literal('time'), Type.Literal('priority')])),
    /** One alarm, as a link to it asks for it. */
    alarm_id: Type.Optional(IdText),
  }),
  answer: {
    data: Type.Object({
      list: Type.Object({
        alarm_list: Type.Array(AlarmListRow),
        /** Rows of this page, and of all pages. */
        count: Type.Integer(),
        total: Type.Integer(),
      }),
    }),
  },
  tenantIds: [
    { at: 'query.device_code', of: 'device', miss: 'empty' },
    { at: 'query.group_id', of: 'group', miss: 'not-found' },
    { at: 'query.alarm_id', of: 'alarm', miss: 'empty' },
  ],
  example: {
    query: {
      pn: 1,
      ps: 10,
      handled: 'all',
      device_code: '{device}',
      group_id: '{group}',
    },
  },
});

/** How many alarms started in the period. */
const AlarmCounts = Type.Object({
  alarm_count: Type.Integer(),
  warning_count: Type.Integer(),
  /** Alarms and warnings that are active now, also those that started in an earlier period. */
  active_count: Type.Integer(),
  /** Of alarms and warnings of each type. */
  count_unbalanced: Type.Integer(),
  count_lack_phase: Type.Integer(),
  count_over_power: Type.Integer(),
  count_over_cur: Type.Integer(),
  count_under_vol: Type.Integer(),
  count_over_vol: Type.Integer(),
  count_lost_power: Type.Integer(),
  count_over_temp: Type.Integer(),
  count_lamp_fault: Type.Integer(),
  count_anti_tamper: Type.Integer(),
  count_energy_level: Type.Integer(),
  count_clock_error: Type.Integer(),
  count_command_unknown: Type.Integer(),
  count_control_paused: Type.Integer(),
  count_offline: Type.Integer(),
  count_impossible_energy: Type.Integer(),
  count_cloned_credentials: Type.Integer(),
  count_dry_contact_1: Type.Integer(),
  count_dry_contact_2: Type.Integer(),
  count_leakage: Type.Integer(),
});

export const alarmCount = defineCall({
  name: 'v2.alarm-count',
  version: 'v2',
  method: 'GET',
  path: '/api/v2/alarm-count',
  summary: 'How many alarms this day, month or year had, by type and by device',
  who: 'data.read',
  scope: 'own',
  effect: 'read',
  query: Type.Object({
    /** day, month or year; anything else is refused with a sentence of its own. */
    date_type: Text(20),
    group_id: Type.Optional(IdText),
    /** At most so many devices in the list; absent: 100. */
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  answer: {
    data: Type.Object({
      date_type: Type.String(),
      /** Of `alarm_count` against the same part of the period before; a fraction, null on no base. */
      data_mom: Nullable(Type.Number()),
      /** Against the same part of the period a year before. */
      data_yoy: Nullable(Type.Number()),
      /** Most first; `percentage` of `alarm_count`, two decimals. */
      device_alarm_list: Type.Array(
        Type.Object({
          device_name: Type.String(),
          device_code: Type.String(),
          percentage: Type.Number(),
          alarm_count: Type.Integer(),
        }),
      ),
      count: AlarmCounts,
    }),
  },
  tenantIds: [{ at: 'query.group_id', of: 'group', miss: 'not-found' }],
  example: { query: { date_type: 'month', group_id: '{group}' } },
});

const OF_ALARM = { at: 'params.id', of: 'alarm', miss: 'not-found' } as const;

export const handleAlarm = defineCall({
  name: 'v2.alarm.handle',
  version: 'v2',
  method: 'PUT',
  path: '/api/v2/alarm/:id',
  summary: 'Deal with an alarm: it is handled, with who, when and a note',
  who: 'alarm.handle',
  scope: 'own',
  effect: 'write',
  params: Type.Object({ id: IdText }),
  body: Type.Object({ handled: Type.Literal(true), note: Type.Optional(Text(500)) }),
  answer: { data: AlarmListRow },
  tenantIds: [OF_ALARM],
  example: { params: { id: '{alarm}' }, body: { handled: true, note: 'Fuse exchanged' } },
});

export const deleteAlarm = defineCall({
  name: 'v2.alarm.delete',
  version: 'v2',
  method: 'DELETE',
  path: '/api/v2/alarm/:id',
  summary: 'Take an alarm out of lists and counts; the row stays with who and why',
  who: 'alarm.configure',
  scope: 'own',
  effect: 'write',
  params: Type.Object({ id: IdText }),
  query: Type.Object({ reason: Type.Optional(Text(500)) }),
  answer: {},
  tenantIds: [OF_ALARM],
  example: { params: { id: '{alarm}' }, query: { reason: 'Test of the relay' } },
});

export const snoozeAlarm = defineCall({
  name: 'v2.alarm.snooze',
  version: 'v2',
  method: 'PUT',
  path: '/api/v2/alarm/:id/snooze',
  summary: 'Keep an open alarm quiet until an instant, at most a week; null ends that',
  who: 'alarm.handle',
  scope: 'own',
  effect: 'write',
  params: Type.Object({ id: IdText }),
  body: Type.Object({ until: Nullable(When) }),
  answer: { data: AlarmListRow },
  tenantIds: [OF_ALARM],
  example: { params: { id: '{alarm}' }, body: { until: '2026-11-20 13:00:00' } },
});
