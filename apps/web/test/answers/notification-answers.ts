/**
 * Responses of the mock server for notifications, forwarding and API keys; a test specifies only
 * the relevant members.
 */
import type { AnswerFor, ContractServer } from '../contract-server.ts';
import { push } from '../fake-web-socket.ts';

type Settings = AnswerFor<'v2.notification-settings'>['data'];
type Message = AnswerFor<'v2.notifications'>['data']['list'][number];
type Status = AnswerFor<'v2.forwarding'>['data'];
type Key = AnswerFor<'v2.api-keys'>['data']['list'][number];

const AT = Date.UTC(2026, 10, 21, 7, 0, 0);

export function notificationSettings(more: Partial<Settings> = {}): Settings {
  return {
    mail_address: '',
    language: 'en',
    zone: '',
    quiet_from: null,
    quiet_to: null,
    digest_at: null,
    types: [
      {
        alarm_type: '*',
        mail: false,
        push: false,
        in_app: true,
        tell_end: false,
        through_quiet: false,
        interval_min: 10,
        repeat_min: null,
        escalate_after_min: null,
        escalate_to: null,
      },
    ],
    alarm_types: ['overVoltage', 'overTemp', 'electricLeakage', 'deviceOffline'],
    users: [{ id: 8, name: '<b>Omar</b>' }],
    mail_available: true,
    push_public_key: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA',
    push_subscriptions: 0,
    ...more,
  };
}

export function messageRow(more: Partial<Message> = {}): Message {
  return {
    id: 31,
    what: 'opened',
    at: AT,
    read: false,
    alarm_id: 7,
    report: null,
    device_code: '866123000010001',
    device_name: '<b>Pump</b>',
    alarm_type: '过压:Overvoltage',
    type: 'overVoltage',
    kind: 'alarm',
    phase: 'A',
    value: 268.4,
    peak: 271.26,
    limit: 253,
    unit: 'V',
    log_detail: '',
    detail_parts: [],
    facts: {},
    opened_at: AT - 60_000,
    ended_at: null,
    ...more,
  };
}

export function answerMessages(server: ContractServer, rows: readonly Message[]): void {
  server.answer('v2.notifications', ({ query }) => {
    // Query parameters are always text.
    const isUnreadOnly = String(query?.unread) === 'true';
    const list = rows.filter(({ read }) => !isUnreadOnly || !read);
    const unread = rows.filter(({ read }) => !read).length;
    return { data: { list, total: list.length, unread } };
  });
}

export function forwardingStatus(more: Partial<Status> = {}): Status {
  return {
    device_data_receive_url: 'https://receiver.example/busbar',
    use_https_flag: true,
    use_platform_api_flag: true,
    enabled: true,
    state: 'idle',
    secret_prefix: 'bws_Q3x7',
    secret_changed_at: AT,
    waiting_records: 0,
    waiting_since: null,
    open_batch: null,
    dead_batches: 0,
    last_success_at: AT,
    last_failure_at: null,
    last_error: null,
    ...more,
  };
}

/** The response members next to the list of API keys. */
export const KEY_PACE = {
  use_platform_api_flag: true,
  usual_per_minute: 300,
  most_per_minute: 6000,
} as const;

export function keyRow(more: Partial<Key> = {}): Key {
  return {
    id: 5,
    name: '=Reports',
    prefix: 'bsk_a1b2c3',
    scopes: ['read:readings', 'read:alarms'],
    created_by: 'ana',
    created_at: AT,
    expires_at: AT + 86_400_000,
    last_used_at: null,
    last_used_address: '',
    revoked_at: null,
    per_minute: 300,
    per_day: null,
    used_last_minute: 0,
    used_today: 0,
    refused_today: 0,
    state: 'active',
    ...more,
  };
}

/** Simulates a notification on the real-time channel; null is a test of the channel. */
export function pushMessage(notification: Message | null): void {
  push({
    deviceId: 0,
    deviceCode: notification?.device_code ?? '',
    msgType: 'NOTIFICATION',
    message: { notification },
  });
}
