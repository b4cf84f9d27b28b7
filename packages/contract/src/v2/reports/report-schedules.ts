/** Scheduled reports for users of the customer, by mail if chosen: daily, weekly or monthly. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

const Person = Type.Object({ id: Type.Integer(), name: Type.String() });

/** One run of a schedule; the latest runs are listed newest first. */
const Run = Type.Object({
  due_at: Type.Number(),
  /** One of under-way, sent, ready (in the recipients' reports only), partly, failed and missed. */
  state: Type.String(),
  /** Recipients who have the report. */
  sent: Type.Integer(),
  recipients: Type.Integer(),
  /**
   * Reason why a recipient did not receive the report or its mail, a value of the list in
   * `docs/protocol/report.md`; otherwise empty.
   */
  failure: Type.String(),
});

const Schedule = Type.Object({
  id: Type.Integer(),
  owner: Person,
  /** False if the schedule is owned by another user whom the caller manages. */
  own: Type.Boolean(),
  type: Type.String(),
  format: Type.String(),
  every: Type.String(),
  day: Nullable(Type.Integer()),
  at: Type.String(),
  span: Type.String(),
  /** Null for the group of the owner. */
  group_id: Nullable(Type.Integer()),
  /** The named devices that still exist; null for all devices of the group and below. */
  device_codes: Nullable(Type.Array(Type.String())),
  recipients: Type.Array(Person),
  by_mail: Type.Boolean(),
  enabled: Type.Boolean(),
  /** One of owner-disabled, right-lost, devices-lost if paused by the platform; otherwise empty. */
  paused: Type.String(),
  next_at: Nullable(Type.Number()),
  runs: Type.Array(Run),
});

const Fields = {
  /** One of alarm, energy, bill and parameter. */
  type: Text(20),
  /** csv or xlsx. */
  format: Text(20),
  every: Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')]),
  /**
   * For a weekly report 1 (Monday) to 7, for a monthly one 1 to 28, or 31 for the last day of the
   * month; null for a daily one.
   */
  day: Nullable(Type.Integer({ minimum: 0, maximum: 1_000 })),
  /** `HH:mm` in the customer's time zone. */
  at: Text(20),
  /** The covered span: the previous day, week (from Monday) or month. */
  span: Type.Union([
    Type.Literal('yesterday'),
    Type.Literal('last-week'),
    Type.Literal('last-month'),
  ]),
  /** Null for the caller's group. */
  group_id: Nullable(Id),
  /** Codes or ids, at most 500; null or empty for every device of the group and below. */
  device_codes: Nullable(Type.Array(Id, { maxItems: 1_000 })),
  /** At most ten users of the customer who can see all of the report; for mail, with an address. */
  recipients: Type.Array(Id, { maxItems: 100 }),
  /**
   * False: the report is only in the recipients' lists of reports. A new schedule is mailed by
   * default if the platform can send mail.
   */
  by_mail: Type.Boolean(),
  enabled: Type.Boolean(),
};

export const reportScheduleCalls = defineCalls({
  'v2.report-schedules': {
    method: 'GET',
    path: '/api/v2/report-schedules',
    summary: 'The own scheduled reports; of who manages users also those of the users below',
    who: 'report.make',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        list: Type.Array(Schedule),
        total: Type.Integer(),
        /** Maximum number of schedules of one customer. */
        most: Type.Integer(),
        /** True if the platform can send mail. */
        mail_available: Type.Boolean(),
        /** Possible recipients; those without `mail` need a mail address for a mailed report. */
        people: Type.Array(
          Type.Object({ id: Type.Integer(), name: Type.String(), mail: Type.Boolean() }),
        ),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.report-schedule.add': {
    method: 'POST',
    path: '/api/v2/report-schedule',
    summary: 'Schedule a report for the lists of its recipients, and by mail if chosen',
    who: 'report.make',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      ...Fields,
      day: Type.Optional(Fields.day),
      group_id: Type.Optional(Fields.group_id),
      device_codes: Type.Optional(Fields.device_codes),
      by_mail: Type.Optional(Fields.by_mail),
      enabled: Type.Optional(Fields.enabled),
    }),
    answer: { data: Type.Object({ id: Type.Integer() }) },
    tenantIds: [
      { at: 'body.group_id', of: 'group', miss: 'not-found' },
      { at: 'body.device_codes.0', of: 'device', miss: 'not-found' },
      { at: 'body.recipients.0', of: 'user', miss: 'not-found' },
    ],
    example: {
      body: {
        type: 'energy',
        format: 'xlsx',
        every: 'week',
        day: 1,
        at: '07:00',
        span: 'last-week',
        group_id: '{group}',
        device_codes: ['{device}'],
        recipients: ['{user}'],
        enabled: true,
      },
    },
  },
  'v2.report-schedule.change': {
    method: 'PUT',
    path: '/api/v2/report-schedule/:id',
    summary: 'Change an own scheduled report; what is left out stays',
    who: 'report.make',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Partial(Type.Object(Fields)),
    answer: {},
    tenantIds: [
      { at: 'params.id', of: 'report-schedule', miss: 'not-found' },
      { at: 'body.group_id', of: 'group', miss: 'not-found' },
      { at: 'body.device_codes.0', of: 'device', miss: 'not-found' },
      { at: 'body.recipients.0', of: 'user', miss: 'not-found' },
    ],
    example: {
      params: { id: '{report-schedule}' },
      body: {
        at: '06:30',
        group_id: '{group}',
        device_codes: ['{device}'],
        recipients: ['{user}'],
      },
    },
  },
  'v2.report-schedule.delete': {
    method: 'DELETE',
    path: '/api/v2/report-schedule/:id',
    summary: 'Take a scheduled report away: the own, or that of a user one manages',
    who: 'report.make',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [{ at: 'params.id', of: 'report-schedule', miss: 'not-found' }],
    example: { params: { id: '{report-schedule}' } },
  },
});
