-- The path of a command. The row is the truth; hints between processes carry ids only.
create table command (
  customer_id integer not null,
  command_id uuid not null,
  device_id integer not null,
  -- The device whose link carries it: the device itself, or a slave's gateway.
  link_device_code text not null,
  kind text not null check (kind in ('switch', 'slaves', 'summon', 'read', 'write', 'timers', 'frame')),
  switch_order text check (switch_order in ('open', 'close', 'lock', 'unlock')),
  args jsonb not null,
  state text not null check (state in ('queued', 'sent', 'acknowledged', 'confirmed', 'rejected', 'expired', 'cancelled', 'unknown')),
  reason text,
  detail text,
  issued_by integer,
  session_hash bytea,
  source text not null,
  client_address text not null default '',
  idempotency_key text,
  request_hash bytea,
  before_action text,
  after_action text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  sender text,
  primary key (customer_id, command_id)
);
-- One open switch operation per device, also across processes: the database says no, not a lock in memory.
-- An unknown outcome occupies the device too, until a read-back settles it or a person overrides it.
create unique index command_open_of_device on command (customer_id, device_id)
  where state in ('queued', 'sent', 'acknowledged', 'unknown') and kind in ('switch', 'slaves');
create unique index command_idempotent on command (customer_id, issued_by, idempotency_key)
  where idempotency_key is not null;
create index command_of_device on command (customer_id, device_id, created_at desc);
-- What a customer's users ordered in the last minute.
create index command_recent on command (customer_id, created_at desc);
create index command_waiting on command (state, expires_at) where state in ('queued', 'sent', 'acknowledged', 'unknown');
create index command_by_id on command (command_id);

create table command_transition (
  customer_id integer not null,
  command_id uuid not null,
  step integer not null,
  state text not null,
  at timestamptz not null,
  reason text,
  primary key (customer_id, command_id, step)
);

-- No trace, no action: written in the same transaction as what it tells of.
create table operation_log (
  customer_id integer not null,
  operation_log_id bigint generated always as identity,
  logged_at timestamptz not null,
  user_id integer,
  user_name text not null default '',
  device_id integer,
  device_code text not null default '',
  group_id integer,
  module text not null,
  command text not null,
  command_id uuid,
  status text not null,
  detail jsonb not null default '{}',
  client_address text not null default '',
  primary key (customer_id, operation_log_id)
);
create index operation_log_by_time on operation_log (customer_id, logged_at desc, operation_log_id desc);
create index operation_log_of_device on operation_log (customer_id, device_id, logged_at desc);
