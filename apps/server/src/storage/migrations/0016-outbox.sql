-- What leaves the platform by itself: mails, pushes, forwarded batches. At least once, never a command.
create table outbox (
  customer_id integer not null,
  outbox_id bigint generated always as identity,
  channel text not null check (channel in ('mail', 'push', 'webhook')),
  -- Of a mail or push: whom it tells.
  user_id integer,
  -- Whatever would be said twice has the same key.
  dedupe_key text not null,
  payload jsonb not null,
  -- For the circuit: what fails together.
  receiver text not null,
  -- held: a dead batch that is sent again when the one before it is settled.
  state text not null check (state in ('waiting', 'taken', 'done', 'dead', 'held')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  taken_by text,
  taken_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  -- From when the day of trying counts: anew after a replay.
  tried_since timestamptz not null,
  done_at timestamptz,
  primary key (customer_id, outbox_id)
);
create unique index outbox_once on outbox (customer_id, dedupe_key);
create index outbox_open on outbox (customer_id, due_at) where state in ('waiting', 'taken');
create index outbox_settled on outbox (done_at) where state in ('done', 'dead');
-- Batches of a customer are sent one after the other, by however many processes.
create unique index outbox_open_batch on outbox (customer_id)
  where channel = 'webhook' and state in ('waiting', 'taken');
create index outbox_dead_batch on outbox (customer_id, outbox_id)
  where channel = 'webhook' and state in ('dead', 'held');

create table forwarding (
  customer_id integer primary key,
  enabled boolean not null,
  secret text not null,
  secret_changed_at timestamptz not null,
  -- Turned off by the platform: the receiver has been silent for too long.
  suspended_at timestamptz,
  enabled_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  tested_at timestamptz
);

-- What is still to be forwarded, in order, by name: [device_id, epoch ms] of readings, ids of switch
-- events, whole alarm news. A row holds up to 100; it is deleted when its batch is written.
create table forward_queue (
  customer_id integer not null,
  forward_id bigint generated always as identity,
  kind text not null check (kind in ('reading', 'state', 'alarm')),
  items jsonb not null,
  records integer not null,
  queued_at timestamptz not null,
  primary key (customer_id, forward_id)
);

create table forward_delivery (
  customer_id integer not null,
  forward_delivery_id bigint generated always as identity,
  batch_id text not null,
  at timestamptz not null,
  attempt integer not null,
  records integer not null,
  bytes integer not null,
  status integer,
  error text,
  took_ms integer not null,
  primary key (customer_id, forward_delivery_id)
);

create table notification_profile (
  customer_id integer not null,
  user_id integer not null,
  mail_address text not null default '',
  language text not null default 'en',
  zone text not null default '',
  quiet_from text,
  quiet_to text,
  digest_at text,
  digest_next_at timestamptz,
  digest_since timestamptz,
  tested_at timestamptz,
  primary key (customer_id, user_id)
);
create index notification_digest_due on notification_profile (digest_next_at) where digest_next_at is not null;

create table notification_setting (
  customer_id integer not null,
  user_id integer not null,
  -- '*': every type without a row of its own.
  alarm_type text not null,
  mail boolean not null,
  push boolean not null,
  in_app boolean not null,
  tell_end boolean not null,
  through_quiet boolean not null,
  interval_min integer not null,
  repeat_min integer,
  escalate_after_min integer,
  escalate_to integer,
  primary key (customer_id, user_id, alarm_type)
);

-- Where a person stands with one device, type and phase: which alarm, what was told of it, when to look again.
create table notice (
  customer_id integer not null,
  user_id integer not null,
  device_id integer not null,
  alarm_type text not null,
  phase text not null,
  alarm_id bigint not null,
  -- By somebody's escalation, whatever the own settings say.
  escalated boolean not null default false,
  escalation_done boolean not null default false,
  -- By mail and push; `<alarm id> <state>`.
  told text,
  told_at timestamptz,
  told_count integer not null default 0,
  -- In the list of the platform.
  shown text,
  shown_at timestamptz,
  due_at timestamptz,
  primary key (customer_id, user_id, device_id, alarm_type, phase)
);
create index notice_due on notice (due_at) where due_at is not null;

create table notification (
  customer_id integer not null,
  notification_id bigint generated always as identity,
  user_id integer not null,
  at timestamptz not null,
  read_at timestamptz,
  what text not null,
  alarm_id bigint not null,
  detail jsonb not null,
  primary key (customer_id, notification_id)
);
create index notification_of_user on notification (customer_id, user_id, notification_id desc);
create index notification_unread on notification (customer_id, user_id) where read_at is null;

create table push_subscription (
  customer_id integer not null,
  user_id integer not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (customer_id, user_id, endpoint)
);

-- Leads from a key to its customer, so it is unique over all.
create table api_key (
  key_hash bytea primary key,
  api_key_id integer not null unique,
  customer_id integer not null,
  group_id integer not null,
  name text not null,
  prefix text not null,
  scopes text[] not null,
  created_by integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_address text not null default '',
  revoked_at timestamptz
);
create index api_key_of_customer on api_key (customer_id, api_key_id);
