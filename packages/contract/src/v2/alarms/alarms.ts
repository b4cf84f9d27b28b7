/** Alarms (docs/specification/alarms.md; docs/decisions.md 15, 26). Instants in epoch ms. */

import { Type } from 'typebox';
import { ALARM_COUNT_FIELDS, type AlarmCountField } from '../../alarm-count-fields.ts';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text, When } from '../../shapes.ts';

/** Findings in `log_detail` of a lamp alarm, for other languages; empty for other alarms. */
export const DetailParts = Type.Array(
  Type.Object({
    /** One of failed, under, over, dark, dayBurning, bypassed, noReport and energyLevel. */
    word: Type.String(),
    /** Number of lamps, percent or energy level; null if there is none. */
    value: Nullable(Type.Number()),
  }),
);

/** Figures of the cause that value and limit do not contain; each is absent if unknown. */
export const AlarmFacts = Type.Object({
  /** Lamps of the group that should burn, and its measured and expected power. */
  lamps: Type.Optional(Type.Integer()),
  measured_kw: Type.Optional(Type.Number()),
  expected_kw: Type.Optional(Type.Number()),
  /** Reporting interval of a device that went offline. */
  interval_s: Type.Optional(Type.Number()),
  /** Command of unknown outcome: one of open, close, lock and unlock, and when it was sent. */
  command: Type.Optional(Type.String()),
  sent_at: Type.Optional(Type.Number()),
});

/** One alarm: the fields of docs/specification/alarms.md 2.1, then our additions. */
export const AlarmListRow = Type.Object({
  id: Type.Integer(),
  device_code: Type.String(),
  device_name: Type.String(),
  /** True for an alarm of a simulated device, which no count contains. */
  device_simulated: Type.Boolean(),
  /** "Chinese label:English label". */
  alarm_type: Type.String(),
  /** `YYYY-MM-DD HH:mm:ss` in the customer's time zone: the time the alarm was raised. */
  alarm_time: Type.String(),
  handled: Type.Boolean(),
  device_id: Type.Integer(),
  group_id: Type.Integer(),
  /** The wire name of the type, e.g. overVoltage or electric_leakage. */
  type: Type.String(),
  /** One of alarm and warning. */
  kind: Type.String(),
  /** 1 is the highest, 4 the lowest. */
  priority: Type.Integer(),
  /** One of A, B and C; null if the alarm has no phase. */
  phase: Nullable(Type.String()),
  /** `device` if the alarm was reported by the device, `platform` if detected by the platform. */
  source: Type.String(),
  /** Number of reports while the alarm was active. */
  count: Type.Integer(),
  opened_at: Type.Number(),
  last_at: Type.Number(),
  /** Null while the alarm is active. */
  ended_at: Nullable(Type.Number()),
  /** One of device, recovered, heard, settled, passed, late, deleted, removed; null if active. */
  end_reason: Nullable(Type.String()),
  /** In the type's `unit`: newest, first and most extreme value, and the limit they exceeded. */
  value: Nullable(Type.Number()),
  first_value: Nullable(Type.Number()),
  peak: Nullable(Type.Number()),
  limit: Nullable(Type.Number()),
  unit: Type.String(),
  /** True if the alarm was reported more than ten minutes after it happened. */
  late: Type.Boolean(),
  /** True if the alarm was raised in a maintenance window, so that no notifications were sent. */
  quiet: Type.Boolean(),
  snoozed_until: Nullable(Type.Number()),
  snoozed_by: Type.String(),
  handled_at: Nullable(Type.Number()),
  handled_by: Type.String(),
  handled_note: Type.String(),
  /** The cause in addition to the values: `2 lamps`, the name of a dry contact; usually empty. */
  log_detail: Type.String(),
  detail_parts: DetailParts,
  facts: AlarmFacts,
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
  /** 0 returns only the total, without the alarms of simulated devices unless requested. */
  ps: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
};

/** Number of alarms and warnings of each type. */
const TypeCounts = Object.fromEntries(
  Object.values(ALARM_COUNT_FIELDS).map((field) => [field, Type.Integer()]),
) as Record<AlarmCountField, Type.TInteger>;

/** Number of alarms that started in the period. */
const AlarmCounts = Type.Object({
  alarm_count: Type.Integer(),
  warning_count: Type.Integer(),
  /** Alarms and warnings that are active now, including those that started in an earlier period. */
  active_count: Type.Integer(),
  ...TypeCounts,
});

const OF_ALARM = { at: 'params.id', of: 'alarm', miss: 'not-found' } as const;

export const alarmCalls = defineCalls({
  'v2.alarms': {
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
      /** Name of a type, in either spelling; `all` selects every type, including earth leakage. */
      alarm_type: Type.Optional(Text(40)),
      kind: Type.Optional(Type.Union([Type.Literal('alarm'), Type.Literal('warning')])),
      /** true selects active alarms, false alarms that have ended. */
      open: Type.Optional(Flag),
      /** true selects the alarms of simulated devices, which no count contains, false all others. */
      simulated: Type.Optional(Flag),
      /** Selects alarms raised in [start, end). */
      start: Type.Optional(When),
      end: Type.Optional(When),
      /** true includes alarms raised before `start` that were still active at that time. */
      standing: Type.Optional(Flag),
      order: Type.Optional(Type.Union([Type.Literal('time'), Type.Literal('priority')])),
      /** Selects one alarm, for a link to it. */
      alarm_id: Type.Optional(IdText),
    }),
    answer: {
      data: Type.Object({
        list: Type.Object({
          alarm_list: Type.Array(AlarmListRow),
          /** Number of rows of this page, and of all pages. */
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
  },
  'v2.alarm-count': {
    method: 'GET',
    path: '/api/v2/alarm-count',
    summary: 'How many alarms this day, month or year had, by type and by device',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** One of day, month and year; any other value is refused with a specific message. */
      date_type: Text(20),
      group_id: Type.Optional(IdText),
      /** Maximum number of devices in the list; defaults to 100. */
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    answer: {
      data: Type.Object({
        date_type: Type.String(),
        /**
         * Change of `alarm_count` against the same part of the previous period; a fraction, null if
         * that was zero.
         */
        data_mom: Nullable(Type.Number()),
        /** Change against the same part of the period a year earlier. */
        data_yoy: Nullable(Type.Number()),
        /** Sorted by count, descending; `percentage` is of `alarm_count`, two decimals. */
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
  },
  'v2.alarm.handle': {
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
  },
  'v2.alarms.handle': {
    method: 'PUT',
    path: '/api/v2/alarms',
    summary: 'Acknowledge up to 400 alarms, or withdraw their acknowledgement; all of them or none',
    who: 'alarm.handle',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      /** At most as many as the largest page of the alarm history has. */
      ids: Type.Array(IdText, { minItems: 1, maxItems: 400 }),
      /** false withdraws the acknowledgement. An alarm that is in this state is not changed. */
      handled: Type.Boolean(),
      note: Type.Optional(Text(500)),
    }),
    answer: {
      data: Type.Object({
        changed: Type.Integer(),
        /** The changed alarms; the others were in this state already, by another user. */
        ids: Type.Array(Type.Integer()),
      }),
    },
    tenantIds: [{ at: 'body.ids.0', of: 'alarm', miss: 'not-found' }],
    example: { body: { ids: ['{alarm}'], handled: true, note: 'Fuse exchanged' } },
  },
  'v2.alarm.delete': {
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
  },
  'v2.alarm.snooze': {
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
  },
});
