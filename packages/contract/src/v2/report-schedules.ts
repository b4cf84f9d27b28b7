/** Reports made by themselves and sent by mail: daily, weekly or monthly, to users of the customer. */
import { Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Id, IdText, Nullable, Text } from '../shapes.ts';

const Person = Type.Object({ id: Type.Integer(), name: Type.String() });

/** The newest times, newest first. */
const Run = Type.Object({
  due_at: Type.Number(),
  /** under-way, sent, partly, failed or missed. */
  state: Type.String(),
  sent: Type.Integer(),
  recipients: Type.Integer(),
  /** Why it was not sent to somebody, a word of the list in `docs/protocol/report.md`; else empty. */
  failure: Type.String(),
});

const Schedule = Type.Object({
  id: Type.Integer(),
  owner: Person,
  /** False: of another user, shown to who manages that user. */
  own: Type.Boolean(),
  type: Type.String(),
  format: Type.String(),
  every: Type.String(),
  day: Nullable(Type.Integer()),
  at: Type.String(),
  span: Type.String(),
  /** Null: the group the owner is in. */
  group_id: Nullable(Type.Integer()),
  /** Of those named that there still are; null: all of the group and below. */
  device_codes: Nullable(Type.Array(Type.String())),
  recipients: Type.Array(Person),
  enabled: Type.Boolean(),
  /** owner-disabled, right-lost or devices-lost: the platform turned it off; else empty. */
  paused: Type.String(),
  next_at: Nullable(Type.Number()),
  runs: Type.Array(Run),
});

const Fields = {
  /** alarm, energy, bill or parameter. */
  type: Text(20),
  /** csv or xlsx. */
  format: Text(20),
  every: Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')]),
  /** Of a week 1 (Monday) to 7, of a month 1 to 28 or 31 for its last; null for every day. */
  day: Nullable(Type.Integer({ minimum: 0, maximum: 1_000 })),
  /** `HH:mm` in the customer's zone. */
  at: Text(20),
  /** The day, week (from Monday) or month before. */
  span: Type.Union([
    Type.Literal('yesterday'),
    Type.Literal('last-week'),
    Type.Literal('last-month'),
  ]),
  /** Null: the own group. */
  group_id: Nullable(Id),
  /** Codes or ids, at most 500; null or empty: every device of the group and below. */
  device_codes: Nullable(Type.Array(Id, { maxItems: 1_000 })),
  /** Users of the customer with a mail address who see all of it, at most ten. */
  recipients: Type.Array(Id, { maxItems: 100 }),
  enabled: Type.Boolean(),
};

export const reportSchedules = defineCall({
  name: 'v2.report-schedules',
  version: 'v2',
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
      /** Of one customer. */
      most: Type.Integer(),
      /** Mails can be sent from this platform. */
      mail_available: Type.Boolean(),
      /** Who can be a recipient; without `mail` once an address is set. */
      people: Type.Array(
        Type.Object({ id: Type.Integer(), name: Type.String(), mail: Type.Boolean() }),
      ),
    }),
  },
  tenantIds: [],
  example: {},
});

export const addReportSchedule = defineCall({
  name: 'v2.report-schedule.add',
  version: 'v2',
  method: 'POST',
  path: '/api/v2/report-schedule',
  summary: 'Schedule a report that is sent by mail',
  who: 'report.make',
  scope: 'own',
  effect: 'write',
  body: Type.Object({
    ...Fields,
    day: Type.Optional(Fields.day),
    group_id: Type.Optional(Fields.group_id),
    device_codes: Type.Optional(Fields.device_codes),
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
});

export const changeReportSchedule = defineCall({
  name: 'v2.report-schedule.change',
  version: 'v2',
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
});

export const deleteReportSchedule = defineCall({
  name: 'v2.report-schedule.delete',
  version: 'v2',
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
});
