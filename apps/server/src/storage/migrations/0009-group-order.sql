-- Many devices ordered together by one person. Each passes the gate at a turn of its own; what the
-- order still wants is in its rows, so that a restart or another process goes on with it.
create table group_order (
  customer_id integer not null,
  group_order_id uuid not null,
  -- Who stands behind it, from which session; both change when somebody else repeats what failed.
  user_id integer not null,
  session_hash bytea not null,
  client_address text not null default '',
  -- Whoever sees this group sees the order.
  group_id integer not null,
  switch_order text not null check (switch_order in ('open', 'close', 'lock', 'unlock')),
  reason text,
  lock_until timestamptz,
  -- The password came along: it stands for every device that was listed with it.
  stepped_up boolean not null,
  idempotency_key text,
  request_hash bytea not null,
  created_at timestamptz not null,
  -- A device that has had no turn by then has none any more.
  ends_at timestamptz not null,
  -- Null while a device waits for its turn.
  ended_at timestamptz,
  primary key (customer_id, group_order_id)
);
create index group_order_running on group_order (customer_id) where ended_at is null;
create unique index group_order_idempotent on group_order (customer_id, user_id, idempotency_key)
  where idempotency_key is not null;

create table group_order_device (
  customer_id integer not null,
  group_order_id uuid not null,
  device_id integer not null,
  position integer not null,
  state text not null check (state in ('waiting', 'ordered', 'refused', 'expired', 'cancelled')),
  -- Why it was refused or cancelled.
  reason text,
  -- A name that belongs into the sentence: who holds the lock.
  detail text,
  command_id uuid,
  turned_at timestamptz,
  primary key (customer_id, group_order_id, device_id)
);
create index group_order_waiting on group_order_device (customer_id, group_order_id, position)
  where state = 'waiting';
create index group_order_turn on group_order_device (customer_id, turned_at desc)
  where turned_at is not null;
