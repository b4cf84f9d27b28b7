/**
 * Projects: street lamps and telecom towers (docs/specification/projects.md 1.1; docs/decisions.md
 * 26).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

export const ProjectRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** One of lamp and tower. */
  type: Type.String(),
  description: Type.String(),
  creator: Type.String(),
  /** `YYYY-MM-DD HH:mm:ss` in the customer's time zone. */
  created_date: Type.String(),
  group_id: Type.Integer(),
  group_name: Type.String(),
  /** Number of lamp groups, number of groups in use, and number of lamps in these. */
  lamp_groups: Type.Integer(),
  lamp_groups_in_use: Type.Integer(),
  lamps: Type.Integer(),
  towers: Type.Integer(),
  /** Number of alarms of the project's devices that are active and have not been handled. */
  open_alarms: Type.Integer(),
  open_warnings: Type.Integer(),
});

const Paging = {
  pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Defaults to 10. */
  ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
};

const ONE = { at: 'params.id', of: 'project', miss: 'not-found' } as const;

const Fields = {
  /** Required for a new project. */
  name: Type.Optional(Nullable(Text(100))),
  /** One of lamp and tower; required for a new project. */
  type: Type.Optional(Nullable(Text(20))),
  description: Type.Optional(Nullable(Text(1_000))),
  /** Defaults to the caller's group. */
  group_id: Type.Optional(Nullable(Id)),
};

export const projectCalls = defineCalls({
  'v2.projects': {
    method: 'GET',
    path: '/api/v2/projects',
    summary: 'Projects of the own group and below, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      ...Paging,
      /** One of lamp and tower; empty for both. */
      type: Type.Optional(Text(20)),
      /** Substring of the name or description. */
      name: Type.Optional(Text(200)),
    }),
    answer: { data: Type.Object({ list: Type.Array(ProjectRow), total: Type.Integer() }) },
    tenantIds: [],
    example: { query: { pn: 1, ps: 10, type: 'lamp' } },
  },
  'v2.project': {
    method: 'GET',
    path: '/api/v2/project/:id',
    summary: 'One project',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: ProjectRow },
    tenantIds: [ONE],
    example: { params: { id: '{project}' } },
  },
  'v2.project.add': {
    method: 'POST',
    path: '/api/v2/project',
    summary: 'Make a project; its settings for warnings and alarms come with it',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object(Fields),
    answer: { data: ProjectRow },
    tenantIds: [{ at: 'body.group_id', of: 'group', miss: 'not-found' }],
    example: {
      body: {
        name: 'Harbour road',
        type: 'lamp',
        description: 'Pier to depot',
        group_id: '{group}',
      },
    },
  },
  'v2.project.change': {
    method: 'PUT',
    path: '/api/v2/project/:id',
    summary: 'Change a project; what is absent stays as it is',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object(Fields),
    answer: { data: ProjectRow },
    tenantIds: [ONE, { at: 'body.group_id', of: 'group', miss: 'not-found' }],
    example: {
      params: { id: '{project}' },
      body: { name: 'Harbour road', type: 'lamp', group_id: '{group}' },
    },
  },
  'v2.project.delete': {
    method: 'DELETE',
    path: '/api/v2/project/:id',
    summary: 'Take a project away, with its groups and timers; what was told of its devices stays',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [ONE],
    example: { params: { id: '{project}' } },
  },
});
