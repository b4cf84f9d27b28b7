/**
 * Warning and alarm thresholds of a project and their recipients (docs/specification/projects.md
 * 1.3 to 1.5; docs/decisions.md 26).
 */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, IdText, Nullable, Text } from '../../shapes.ts';

export const ProjectLimitRow = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  in_use: Type.Boolean(),
  /** Lamp group energy in a local day, kWh: three ascending thresholds; null if not used. */
  warning_value_1: Nullable(Type.Number()),
  warning_value_2: Nullable(Type.Number()),
  warning_value_3: Nullable(Type.Number()),
  /** Minimum number of failed lamps of a group that raises an alarm. */
  alarm_value: Type.Integer(),
  /** `HH:mm`. */
  check_time: Type.String(),
  /**
   * Number of lamps that should burn; null for all lamps of the groups. This field,
   * `scheduled_power` and `power_mode` belong to the project: a value set in either of the two
   * settings applies to both.
   */
  scheduled_lamp_count: Nullable(Type.Integer()),
  /** Number of lamps that were burning in the last checks. Read-only. */
  actual_lamp_count: Nullable(Type.Integer()),
  /** Power in kW, used by the modes total (whole project) and fixed (each group). */
  scheduled_power: Nullable(Type.Number()),
  /** Power in the last checks, kW. Read-only. */
  actual_power: Nullable(Type.Number()),
  /** Tolerance above and below the scheduled power, percent. */
  over_rate: Type.Number(),
  under_rate: Type.Number(),
  /** One of single, total, fixed, compared and calculated. */
  power_mode: Type.String(),
});

const Figure = Nullable(Type.Union([Type.Number(), Type.String({ maxLength: 32 })]));

const LimitFields = Type.Object({
  in_use: Type.Optional(Type.Boolean()),
  warning_value_1: Type.Optional(Figure),
  warning_value_2: Type.Optional(Figure),
  warning_value_3: Type.Optional(Figure),
  alarm_value: Type.Optional(Figure),
  check_time: Type.Optional(Text(5)),
  scheduled_lamp_count: Type.Optional(Figure),
  scheduled_power: Type.Optional(Figure),
  over_rate: Type.Optional(Figure),
  under_rate: Type.Optional(Figure),
  power_mode: Type.Optional(Text(20)),
});

const OfProject = Type.Object({ project_id: IdText });
const OF_PROJECT = { at: 'query.project_id', of: 'project', miss: 'not-found' } as const;

const limits = (kind: 'warning' | 'alarm') =>
  ({
    method: 'GET',
    path: `/api/v2/config/${kind}`,
    summary: `When the project raises ${kind === 'alarm' ? 'an alarm' : 'a warning'}`,
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: OfProject,
    answer: { data: ProjectLimitRow },
    tenantIds: [OF_PROJECT],
    example: { query: { project_id: '{project}' } },
  }) as const;

const changeLimits = (kind: 'warning' | 'alarm') =>
  ({
    method: 'PUT',
    path: `/api/v2/config/${kind}/:id`,
    summary: 'Change it; what is absent stays, null takes a figure away',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: LimitFields,
    answer: { data: ProjectLimitRow },
    tenantIds: [{ at: 'params.id', of: `project-${kind}`, miss: 'not-found' }],
    example: {
      params: { id: `{project-${kind}}` },
      body: { in_use: true, alarm_value: 2, check_time: '21:30', power_mode: 'calculated' },
    },
  }) as const;

export const ProjectNoticeRow = Type.Object({
  id: Type.Integer(),
  project_id: Type.Integer(),
  mail_address: Type.String(),
  mail_notification: Type.Boolean(),
  /** True adds a message to the list of every user who can see the project. */
  app_notification: Type.Boolean(),
  /** Language of the mails: zh, en, ar, fr, ru or es. */
  language: Type.String(),
});

const NoticeFields = {
  mail_address: Type.Optional(Nullable(Text(300))),
  mail_notification: Type.Optional(Type.Boolean()),
  /** True for at most one notification setting of a project. */
  app_notification: Type.Optional(Type.Boolean()),
  language: Type.Optional(Text(5)),
};

const ONE_NOTICE = { at: 'params.id', of: 'project-notice', miss: 'not-found' } as const;

export const projectConfigCalls = defineCalls({
  'v2.config.warning': limits('warning'),
  'v2.config.warning.change': changeLimits('warning'),
  'v2.config.alarm': limits('alarm'),
  'v2.config.alarm.change': changeLimits('alarm'),
  'v2.config.notice': {
    method: 'GET',
    path: '/api/v2/config/notice',
    summary: 'Who is notified of the alarms of a project, or of all projects',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({ project_id: Type.Optional(IdText) }),
    answer: { data: Type.Object({ list: Type.Array(ProjectNoticeRow), total: Type.Integer() }) },
    tenantIds: [OF_PROJECT],
    example: { query: { project_id: '{project}' } },
  },
  'v2.config.notice.add': {
    method: 'POST',
    path: '/api/v2/config/notice',
    summary: 'Tell somebody more: a mail address, or the platform’s own message list',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    body: Type.Object({ project_id: Type.Optional(Nullable(Id)), ...NoticeFields }),
    answer: { data: ProjectNoticeRow },
    tenantIds: [{ at: 'body.project_id', of: 'project', miss: 'not-found' }],
    example: {
      body: {
        project_id: '{project}',
        mail_address: 'lamps@example.org',
        mail_notification: true,
        app_notification: false,
      },
    },
  },
  'v2.config.notice.change': {
    method: 'PUT',
    path: '/api/v2/config/notice/:id',
    summary: 'Change it; what is absent stays as it is',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    body: Type.Object(NoticeFields),
    answer: { data: ProjectNoticeRow },
    tenantIds: [ONE_NOTICE],
    example: {
      params: { id: '{project-notice}' },
      body: { mail_address: 'night@example.org', mail_notification: true },
    },
  },
  'v2.config.notice.delete': {
    method: 'DELETE',
    path: '/api/v2/config/notice/:id',
    summary: 'Tell them no more',
    who: 'project.write',
    scope: 'own',
    effect: 'write',
    params: Type.Object({ id: IdText }),
    answer: {},
    tenantIds: [ONE_NOTICE],
    example: { params: { id: '{project-notice}' } },
  },
});
