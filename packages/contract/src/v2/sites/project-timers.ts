/**
 * Timers of a lamp project (`/timer-control`; docs/specification/projects.md 2.6): per-day timers
 * by HH:mm, or by the sun at the position of each lamp group. They are set once and distributed to
 * all lamp groups in use.
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';
import { SwitchCommandName } from '../control/device-control.ts';

const TIMER = {
  id: Type.Integer(),
  project_id: Type.Integer(),
  /** Null for all lamp groups of the project. */
  lamp_group_id: Nullable(Type.Integer()),
  lamp_group_name: Nullable(Type.String()),
  /** Bit mask, 1 = Monday, 64 = Sunday. */
  days: Type.Integer(),
  /** `HH:mm` in the customer's time zone; null for a sun timer. */
  time: Nullable(Type.String()),
  /** One of sunrise and sunset. */
  sun: Nullable(Type.String()),
  /** Minutes after sunrise or sunset; negative before. */
  offset: Type.Integer(),
  op: SwitchCommandName,
  enable: Type.Boolean(),
  /** Number of lamp groups to which the timer applies. */
  groups: Type.Integer(),
  /** Epoch ms: the timer's time today at the first and the last group, if it runs today. */
  today_from: Nullable(Type.Number()),
  today_to: Nullable(Type.Number()),
  /** Number of groups where the sun does not rise or set today. */
  without_sun: Type.Integer(),
  /** The earliest next run of all groups. */
  next_run_ts: Nullable(Type.Number()),
  /** Number of groups at which the timer cannot run. */
  problems: Type.Integer(),
  /** Number of groups whose last run was refused, missed, or did not succeed. */
  failed: Type.Integer(),
};

export const ProjectTimerRow = Type.Object(TIMER);

export const ProjectTimerGroup = Type.Object({
  lamp_group_id: Type.Integer(),
  lamp_group_name: Type.String(),
  device_code: Type.String(),
  device_name: Type.String(),
  /** `device` or `server`; null if the timer is not stored for this group. */
  run_by: Nullable(Type.String()),
  /** One of same, waiting, refused and different; null if the server runs the timer. */
  held: Nullable(Type.String()),
  today_ts: Nullable(Type.Number()),
  /** `up`, `down`: the sun does not set or rise at this group today. */
  no_sun: Nullable(Type.String()),
  next_run_ts: Nullable(Type.Number()),
  last_run_ts: Nullable(Type.Number()),
  /** The same values as for the timer of a device. */
  last_result: Nullable(Type.String()),
  last_reason: Nullable(Type.String()),
  /**
   * Reason why the timer cannot run at this group: sun-position-required, timer-taken,
   * quota-exceeded or order-not-supported.
   */
  problem: Nullable(Type.String()),
});

const ONE = { at: 'params.id', of: 'project-timer', miss: 'not-found' } as const;

const Fields = {
  days: Type.Optional(Nullable(Type.Number())),
  time: Type.Optional(Nullable(Text(20))),
  sun: Type.Optional(Nullable(Text(20))),
  offset: Type.Optional(Nullable(Type.Union([Type.Number(), Type.String({ maxLength: 32 })]))),
  enable: Type.Optional(Type.Boolean()),
};

export const projectTimerCalls = defineCalls({
  'v2.project-timers': {
    method: 'GET',
    path: '/api/v2/project-timers',
    summary: 'Timers of a project: by the clock, then by the sun, with the next run',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ project_id: IdText }),
    answer: { data: Type.Object({ list: Type.Array(ProjectTimerRow), total: Type.Integer() }) },
    tenantIds: [{ at: 'query.project_id', of: 'project', miss: 'not-found' }],
    example: { query: { project_id: '{project}' } },
  },
  'v2.project-timer': {
    method: 'GET',
    path: '/api/v2/project-timer/:id',
    summary: 'One timer of a project, with next run and last result of each lamp group',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    params: Type.Object({ id: IdText }),
    answer: { data: Type.Object({ ...TIMER, list: Type.Array(ProjectTimerGroup) }) },
    tenantIds: [ONE],
    example: { params: { id: '{project-timer}' } },
  },
  'v2.project-timer.add': {
    method: 'POST',
    path: '/api/v2/project-timer',
    summary: 'Set a timer for the lamp groups of a project: `time`, or `sun` with `offset` minutes',
    who: 'timer.write',
    scope: 'own',
    effect: 'control',
    body: Type.Object({
      project_id: Id,
      /** Defaults to all lamp groups. */
      lamp_group_id: Type.Optional(Nullable(Id)),
      op: SwitchCommandName,
      ...Fields,
    }),
    answer: { data: ProjectTimerRow },
    tenantIds: [
      { at: 'body.project_id', of: 'project', miss: 'not-found' },
      { at: 'body.lamp_group_id', of: 'lamp-group', miss: 'not-found' },
    ],
    example: {
      body: {
        project_id: '{project}',
        lamp_group_id: '{lamp-group}',
        days: 31,
        time: '06:45',
        op: 'open',
        enable: false,
      },
    },
  },
  'v2.project-timer.change': {
    method: 'PUT',
    path: '/api/v2/project-timer/:id',
    summary: 'Change a timer, or switch it on or off; what is absent stays',
    who: 'timer.write',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    body: Type.Object({ op: Type.Optional(SwitchCommandName), ...Fields }),
    answer: { data: ProjectTimerRow },
    tenantIds: [ONE],
    example: { params: { id: '{project-timer}' }, body: { days: 96, enable: false } },
  },
  'v2.project-timer.delete': {
    method: 'DELETE',
    path: '/api/v2/project-timer/:id',
    summary: 'Take a timer away from all lamp groups',
    who: 'timer.write',
    scope: 'own',
    effect: 'control',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [ONE],
    example: { params: { id: '{project-timer}' } },
  },
});
