/** The tables of migration 0016 and the limits of keys (0036), in the form of `schema.ts`. */
import type { ApiScope } from '@busbar/domain/access/api-scope';
import type { Generated } from 'kysely';
import type { Day, DefaultedJson, Instant, Json, NullableInstant } from './column-types.ts';

export type OutboxChannel = 'mail' | 'push' | 'webhook';
export type OutboxState = 'waiting' | 'taken' | 'done' | 'dead' | 'held';

interface OutboxTable {
  customer_id: number;
  outbox_id: Generated<number>;
  channel: OutboxChannel;
  user_id: number | null;
  dedupe_key: string;
  payload: Json<unknown>;
  receiver: string;
  state: OutboxState;
  due_at: Instant;
  attempts: Generated<number>;
  taken_by: string | null;
  taken_until: NullableInstant;
  last_error: string | null;
  created_at: Instant;
  tried_since: Instant;
  done_at: NullableInstant;
}

interface ForwardingTable {
  customer_id: number;
  enabled: boolean;
  secret: string;
  secret_changed_at: Instant;
  suspended_at: NullableInstant;
  enabled_at: NullableInstant;
  last_success_at: NullableInstant;
  last_failure_at: NullableInstant;
  last_error: string | null;
  tested_at: NullableInstant;
}

interface ForwardQueueTable {
  customer_id: number;
  forward_id: Generated<number>;
  kind: 'reading' | 'state' | 'alarm';
  items: Json<unknown>;
  records: number;
  queued_at: Instant;
}

interface ForwardDeliveryTable {
  customer_id: number;
  forward_delivery_id: Generated<number>;
  batch_id: string;
  at: Instant;
  attempt: number;
  records: number;
  bytes: number;
  status: number | null;
  error: string | null;
  took_ms: number;
}

interface NotificationProfileTable {
  customer_id: number;
  user_id: number;
  mail_address: Generated<string>;
  language: Generated<string>;
  zone: Generated<string>;
  quiet_from: string | null;
  quiet_to: string | null;
  digest_at: string | null;
  digest_next_at: NullableInstant;
  digest_since: NullableInstant;
  tested_at: NullableInstant;
}

interface NotificationSettingTable {
  customer_id: number;
  user_id: number;
  alarm_type: string;
  mail: boolean;
  push: boolean;
  in_app: boolean;
  tell_end: boolean;
  through_quiet: boolean;
  interval_min: number;
  repeat_min: number | null;
  escalate_after_min: number | null;
  escalate_to: number | null;
}

interface NoticeTable {
  customer_id: number;
  user_id: number;
  device_id: number;
  alarm_type: string;
  phase: string;
  alarm_id: number;
  escalated: Generated<boolean>;
  escalation_done: Generated<boolean>;
  told: string | null;
  told_at: NullableInstant;
  told_count: Generated<number>;
  shown: string | null;
  shown_at: NullableInstant;
  due_at: NullableInstant;
}

interface NotificationTable {
  customer_id: number;
  notification_id: Generated<number>;
  user_id: number;
  at: Instant;
  read_at: NullableInstant;
  what: string;
  alarm_id: number;
  detail: DefaultedJson<unknown>;
}

interface PushSubscriptionTable {
  customer_id: number;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Instant;
}

interface ApiKeyTable {
  key_hash: Buffer;
  api_key_id: number;
  customer_id: number;
  group_id: number;
  name: string;
  prefix: string;
  scopes: ApiScope[];
  created_by: number;
  created_at: Instant;
  expires_at: Instant;
  last_used_at: NullableInstant;
  last_used_address: Generated<string>;
  revoked_at: NullableInstant;
  per_minute: number | null;
  per_day: number | null;
}

interface ApiKeyUseTable {
  customer_id: number;
  api_key_id: number;
  second: number;
  seconds: number[];
  day: Day;
  used: number;
  refused: number;
}

export interface OutboxSchema {
  outbox: OutboxTable;
  forwarding: ForwardingTable;
  forward_queue: ForwardQueueTable;
  forward_delivery: ForwardDeliveryTable;
  notification_profile: NotificationProfileTable;
  notification_setting: NotificationSettingTable;
  notice: NoticeTable;
  notification: NotificationTable;
  push_subscription: PushSubscriptionTable;
  api_key: ApiKeyTable;
  api_key_use: ApiKeyUseTable;
}
