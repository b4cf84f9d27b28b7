/** The caller's alarm notification settings: channels, quiet hours, repeats, escalation contact. */
import { Type } from 'typebox';
import { defineCalls } from '../../call.ts';
import { Id, Nullable, Text } from '../../shapes.ts';

const Clock = Type.String({ maxLength: 5 });
const Minutes = Type.Integer({ minimum: 0, maximum: 100_000 });

const profile = {
  mail_address: Text(254),
  language: Type.String({ maxLength: 5 }),
  /** IANA time zone; empty for the customer's time zone. */
  zone: Type.String({ maxLength: 60 }),
  /** HH:mm, both or neither: mails and pushes are delayed until the end of these quiet hours. */
  quiet_from: Nullable(Clock),
  quiet_to: Nullable(Clock),
  /** HH:mm; null for no daily digest. */
  digest_at: Nullable(Clock),
};

const typeSetting = {
  /** Wire name of the alarm type; `*` means every type without a row. */
  alarm_type: Type.String({ maxLength: 40 }),
  mail: Type.Boolean(),
  push: Type.Boolean(),
  in_app: Type.Boolean(),
  /** True also sends a notification when the alarm has ended or was handled. */
  tell_end: Type.Boolean(),
  /** True if mails and pushes are not delayed by the quiet hours. */
  through_quiet: Type.Boolean(),
  /** Minutes between two notifications about one device, type and phase, 1 to 1440. */
  interval_min: Minutes,
  /** Minutes between repeats until the alarm is handled or ends, 1 to 1440; null for no repeats. */
  repeat_min: Nullable(Minutes),
  /** Minutes without handling after which `escalate_to` is notified, 1 to 1440. */
  escalate_after_min: Nullable(Minutes),
};

export const notificationSettingsCalls = defineCalls({
  'v2.notification-settings': {
    method: 'GET',
    path: '/api/v2/notification-settings',
    summary: 'How the caller is told of alarms, and by which ways that is possible here',
    who: 'data.read',
    scope: 'own',
    effect: 'read',
    answer: {
      data: Type.Object({
        ...profile,
        types: Type.Array(Type.Object({ ...typeSetting, escalate_to: Nullable(Type.Integer()) })),
        /** All valid values of `alarm_type`, in addition to `*`. */
        alarm_types: Type.Array(Type.String()),
        /** Possible escalation contacts, by id: other users of the customer. */
        users: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
        /** True if the platform can send mail. */
        mail_available: Type.Boolean(),
        /** Public key for the browser's subscription (VAPID, base64url). */
        push_public_key: Type.String(),
        /** Number of subscribed browsers of the caller. */
        push_subscriptions: Type.Integer(),
      }),
    },
    tenantIds: [],
    example: {},
  },
  'v2.notification-settings.change': {
    method: 'PUT',
    path: '/api/v2/notification-settings',
    summary:
      'Set how the caller is told of alarms; what is left out stays, `types` are set as a whole',
    who: 'data.read',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      ...Type.Partial(Type.Object(profile)).properties,
      types: Type.Optional(
        Type.Array(Type.Object({ ...typeSetting, escalate_to: Nullable(Id) }), { maxItems: 40 }),
      ),
    }),
    answer: {},
    tenantIds: [{ at: 'body.types.0.escalate_to', of: 'user', miss: 'not-found' }],
    example: {
      body: {
        mail_address: 'person@example.org',
        language: 'en',
        types: [
          {
            alarm_type: '*',
            mail: true,
            push: false,
            in_app: true,
            tell_end: true,
            through_quiet: false,
            interval_min: 10,
            repeat_min: null,
            escalate_after_min: 30,
            escalate_to: '{user}',
          },
        ],
      },
    },
  },
  'v2.notification-test': {
    method: 'POST',
    path: '/api/v2/notification-test',
    summary: 'Send the caller a test message by one way, and tell whether it was taken',
    who: 'data.read',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      channel: Type.Union([Type.Literal('mail'), Type.Literal('push'), Type.Literal('in_app')]),
    }),
    answer: {
      data: Type.Object({
        ok: Type.Boolean(),
        /** Error key; null if the message was accepted. */
        error: Nullable(Type.String()),
      }),
    },
    tenantIds: [],
    example: { body: { channel: 'in_app' } },
  },
  'v2.notification-push': {
    method: 'POST',
    path: '/api/v2/notification-push',
    summary: 'Remember a browser that wants pushes, as its PushSubscription says',
    who: 'data.read',
    scope: 'own',
    effect: 'write',
    body: Type.Object({
      endpoint: Text(1000),
      keys: Type.Object({ p256dh: Text(200), auth: Text(100) }),
    }),
    answer: {},
    tenantIds: [],
    example: {
      body: {
        endpoint: 'https://push.example/abc',
        keys: {
          p256dh:
            'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
      },
    },
  },
  'v2.notification-push.remove': {
    method: 'DELETE',
    path: '/api/v2/notification-push',
    summary: 'Forget a browser that wanted pushes',
    who: 'data.read',
    scope: 'own',
    effect: 'write',
    query: Type.Object({ endpoint: Text(1000) }),
    answer: {},
    tenantIds: [],
    example: { query: { endpoint: 'https://push.example/abc' } },
  },
});
