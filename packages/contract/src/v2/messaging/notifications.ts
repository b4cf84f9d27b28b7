/** Messages to a user about alarms and reports, stored in the platform: the list behind the bell. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, Nullable } from '../../shapes.ts';
import { AlarmFacts, DetailParts } from '../alarms/alarms.ts';

/** A message of the list, also sent as the NOTIFICATION message of the real-time channel. */
export const NotificationRow = Type.Object({
  id: Type.Integer(),
  /** One of opened, repeated, escalated, ended and handled; of a report report-ready or report-failed. */
  what: Type.String(),
  /** Epoch ms. */
  at: Type.Number(),
  read: Type.Boolean(),
  /** Null in a message about a report, whose fields of an alarm are empty. */
  alarm_id: Nullable(Type.Integer()),
  /** A scheduled report that is ready or failed; null in a message about an alarm. */
  report: Nullable(
    Type.Object({
      /** Null if it failed before it was created. */
      task_id: Nullable(Type.Integer()),
      type: Type.String(),
      /** First and last day, `YYYY-MM-DD`. */
      start: Type.String(),
      end: Type.String(),
      /** As `failure` of a run of a scheduled report; empty if it is ready. */
      failure: Type.String(),
    }),
  ),
  device_code: Type.String(),
  device_name: Type.String(),
  /** "Chinese label:English label". */
  alarm_type: Type.String(),
  /** The wire name of the alarm type. */
  type: Type.String(),
  kind: Type.String(),
  /** Empty: none. */
  phase: Type.String(),
  value: Nullable(Type.Number()),
  /** Most extreme value. */
  peak: Nullable(Type.Number()),
  limit: Nullable(Type.Number()),
  unit: Type.String(),
  /** The cause of the alarm, as in `alarms`. */
  log_detail: Type.String(),
  detail_parts: DetailParts,
  facts: AlarmFacts,
  /** Start of the alarm, epoch ms. */
  opened_at: Type.Number(),
  /** End of the alarm, if it had ended when the message was sent. */
  ended_at: Nullable(Type.Number()),
});

export const notificationCalls = defineCalls({
  'v2.notifications': {
    method: 'GET',
    path: '/api/v2/notifications',
    summary: 'Messages to the caller, newest first',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    query: Type.Object({
      pn: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      ps: Type.Optional(Type.Integer({ minimum: 1, maximum: 400 })),
      unread: Type.Optional(Type.Boolean()),
    }),
    answer: {
      data: Type.Object({
        list: Type.Array(NotificationRow),
        total: Type.Integer(),
        unread: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: { query: {} },
  },
  'v2.notifications.read': {
    method: 'PUT',
    path: '/api/v2/notifications/read',
    summary: 'Mark messages as read: those of the ids, or all',
    who: 'data.read',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      ids: Type.Optional(Type.Array(Id, { maxItems: 400 })),
      all: Type.Optional(Type.Boolean()),
    }),
    answer: { data: Type.Object({ unread: Type.Integer() }) },
    tenantIds: [{ at: 'body.ids.0', of: 'notification', miss: 'empty' }],
    example: { body: { ids: ['{notification}'] } },
  },
});
