/**
 * Records of a project: alarms, warnings, energy and bill (docs/specification/projects.md 3;
 * docs/decisions.md 26).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { IdText, Nullable, Text, When } from '../../shapes.ts';
import { AlarmFacts, DetailParts } from '../alarms/alarms.ts';
import { energyDaysCalls } from '../energy/energy-days.ts';
import { settlementCalls } from '../energy/settlement.ts';

const common = {
  id: Type.Integer(),
  project_id: Type.Integer(),
  device_code: Type.String(),
  device_name: Type.String(),
  /** `YYYY-MM-DD HH:mm:ss` in the customer's time zone. */
  record_time: Type.String(),
  /** In the specification's format, e.g. `2 lamps`; the measured value if no lamps are affected. */
  log_detail: Type.String(),
  handled: Type.Boolean(),
  project_name: Type.String(),
  /** The lamp group or tower that the device belongs to; the other's fields are null and empty. */
  lamp_group_id: Nullable(Type.Integer()),
  lamp_group_name: Type.String(),
  tower_id: Nullable(Type.Integer()),
  tower_name: Type.String(),
  /** The key of the type, e.g. lampFault, antiTamper or overVoltage. */
  type: Type.String(),
  phase: Nullable(Type.String()),
  detail_parts: DetailParts,
  facts: AlarmFacts,
  value: Nullable(Type.Number()),
  /** Most extreme value. */
  peak: Nullable(Type.Number()),
  limit: Nullable(Type.Number()),
  unit: Type.String(),
  opened_at: Type.Number(),
  /** Null while the record is active. */
  ended_at: Nullable(Type.Number()),
  handled_at: Nullable(Type.Number()),
  handled_by: Type.String(),
  handled_note: Type.String(),
};

const ROWS = {
  /** "Chinese label:English label", in the field named after the list. */
  alarm: Type.Object({ ...common, alarm_type: Type.String() }),
  warning: Type.Object({ ...common, warning_type: Type.String() }),
} as const;

const Flag = Type.Union([
  Type.Literal('all'),
  Type.Literal('0'),
  Type.Literal('1'),
  Type.Literal('true'),
  Type.Literal('false'),
]);

const Query = Type.Object({
  /** If absent, the records of all projects are returned. */
  project_id: Type.Optional(IdText),
  device_code: Type.Optional(IdText),
  handled: Type.Optional(Flag),
  /** true selects only active records. */
  open: Type.Optional(Flag),
  /** Selects alarms and warnings raised in [start, end). */
  start: Type.Optional(When),
  end: Type.Optional(When),
  pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Defaults to 10. */
  ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000 })),
});

const OF_PROJECT = { at: 'query.project_id', of: 'project', miss: 'not-found' } as const;
const OF_DEVICE = { at: 'query.device_code', of: 'device', miss: 'empty' } as const;
const list = { query: { project_id: '{project}', device_code: '{device}', pn: 1, ps: 10 } };

const Handling = Type.Object({ handled: Type.Literal(true), note: Type.Optional(Text(500)) });
const ONE = { at: 'params.id', of: 'alarm', miss: 'not-found' } as const;
const handling = { params: { id: '{alarm}' }, body: { handled: true, note: 'Lamps exchanged' } };

export const projectRecordCalls = defineCalls({
  'v2.proj-alarm-list': {
    method: 'GET',
    path: '/api/v2/proj-alarm-list',
    summary: 'Alarms of the devices of a project, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Query,
    answer: { data: Type.Object({ list: Type.Array(ROWS.alarm), total: Type.Integer() }) },
    tenantIds: [OF_PROJECT, OF_DEVICE],
    example: list,
  },
  'v2.proj-warning-list': {
    method: 'GET',
    path: '/api/v2/proj-warning-list',
    summary: 'Warnings of the devices of a project, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Query,
    answer: { data: Type.Object({ list: Type.Array(ROWS.warning), total: Type.Integer() }) },
    tenantIds: [OF_PROJECT, OF_DEVICE],
    example: list,
  },
  'v2.proj-alarm.handle': {
    method: 'PUT',
    path: '/api/v2/proj-alarm/:id',
    summary: 'Deal with an alarm of a project',
    who: 'alarm.handle',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Handling,
    answer: { data: ROWS.alarm },
    tenantIds: [ONE],
    example: handling,
  },
  'v2.proj-warning.handle': {
    method: 'PUT',
    path: '/api/v2/proj-warning/:id',
    summary: 'Deal with a warning of a project',
    who: 'alarm.handle',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Handling,
    answer: { data: ROWS.warning },
    tenantIds: [ONE],
    example: handling,
  },
  'v2.energy-proj': {
    method: 'GET',
    path: '/api/v2/energy-proj',
    summary:
      'Energy and fee of each device of a project by day or month, with the sums of all of them',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** If absent, the devices of all projects are included. */
      project_id: Type.Optional(IdText),
      /** One of day and month; defaults to day. */
      date_type: Type.Optional(Text(20)),
      /** First and last day, `YYYY-MM-DD`, both inclusive. */
      start: Type.Optional(Text(20)),
      end: Type.Optional(Text(20)),
      /** Alternative to start and end: number of days up to today, 1 to 92; defaults to 7. */
      days: Type.Optional(Type.Integer()),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    answer: energyDaysCalls['v2.energy-days'].answer,
    tenantIds: [OF_PROJECT],
    example: { query: { project_id: '{project}', date_type: 'day', days: 7, pn: 1, ps: 13 } },
  },
  'v2.project-bill': {
    method: 'GET',
    path: '/api/v2/project-bill',
    summary: 'Bill of a settlement period for the devices of a project',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      /** If absent, the devices of all projects are included. */
      project_id: Type.Optional(IdText),
      /** First day of the period; defaults to the current one. */
      start: Type.Optional(Text(20)),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    answer: settlementCalls['v2.bill'].answer,
    tenantIds: [OF_PROJECT],
    example: { query: { project_id: '{project}' } },
  },
});
