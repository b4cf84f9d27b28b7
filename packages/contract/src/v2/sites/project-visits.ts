/** Maintenance (`/project-defend`): planned and done visits, spare parts, notes, muted alarms. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text, When } from '../../shapes.ts';

const Part = Type.Object({
  name: Text(100),
  quantity: Type.Integer({ minimum: 1, maximum: 100_000 }),
});

export const VisitRow = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  /** Null for the whole project. */
  lamp_group_id: Nullable(Type.Integer()),
  lamp_group_name: Nullable(Type.String()),
  /** One of planned, done and cancelled. */
  state: Type.String(),
  /** Epoch ms. */
  from: Type.Number(),
  to: Type.Number(),
  worker: Type.String(),
  notes: Type.String(),
  parts: Type.Array(Part),
  /** True stores alarms that begin during the work without notifications. */
  silence: Type.Boolean(),
  created_by: Type.String(),
  created_at: Type.Number(),
});

const OF_PROJECT = { at: 'query.project_id', of: 'project', miss: 'not-found' } as const;
const ONE = { at: 'params.id', of: 'project-visit', miss: 'not-found' } as const;

const Fields = {
  from: Type.Optional(Nullable(When)),
  to: Type.Optional(Nullable(When)),
  worker: Type.Optional(Text(100)),
  notes: Type.Optional(Text(5_000)),
  parts: Type.Optional(Type.Array(Part, { maxItems: 100 })),
};

export const projectVisitCalls = defineCalls({
  'v2.project-visits': {
    method: 'GET',
    path: '/api/v2/project-visits',
    summary: 'Maintenance visits of a project that touch [start, end), the latest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      project_id: IdText,
      start: Type.Optional(When),
      end: Type.Optional(When),
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      /** Defaults to 100. */
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    }),
    answer: { data: Type.Object({ list: Type.Array(VisitRow), total: Type.Integer() }) },
    tenantIds: [OF_PROJECT],
    example: { query: { project_id: '{project}' } },
  },
  'v2.project-visit.add': {
    method: 'POST',
    path: '/api/v2/project-visit',
    summary: 'Plan a visit; with `silence` nobody is called of what begins during it',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      project_id: Id,
      lamp_group_id: Type.Optional(Nullable(Id)),
      silence: Type.Optional(Type.Boolean()),
      ...Fields,
    }),
    answer: { data: VisitRow },
    tenantIds: [
      { at: 'body.project_id', of: 'project', miss: 'not-found' },
      { at: 'body.lamp_group_id', of: 'lamp-group', miss: 'not-found' },
    ],
    example: {
      body: {
        project_id: '{project}',
        lamp_group_id: '{lamp-group}',
        from: '2026-11-21 08:00:00',
        to: '2026-11-21 12:00:00',
        worker: 'Crew 2',
        notes: 'Two lamps out',
        silence: true,
      },
    },
  },
  'v2.project-visit.change': {
    method: 'PUT',
    path: '/api/v2/project-visit/:id',
    summary: 'Change a planned visit, or tell that it is done: then alarms call people again',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ ...Fields, done: Type.Optional(Type.Boolean()) }),
    answer: { data: VisitRow },
    tenantIds: [ONE],
    example: {
      params: { id: '{project-visit}' },
      body: { notes: 'Both exchanged', parts: [{ name: 'LED 100 W', quantity: 2 }] },
    },
  },
  'v2.project-visit.cancel': {
    method: 'DELETE',
    path: '/api/v2/project-visit/:id',
    summary: 'Call a planned visit off; it stays in the list',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [ONE],
    example: { params: { id: '{project-visit}' } },
  },
});
