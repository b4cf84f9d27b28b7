-- A customer is the tenant: customer_id comes first in every key of what belongs to it.
create table customer (
  customer_id integer primary key,
  chinese_code text not null,
  english_code text not null,
  contact_user text not null,
  phone text not null default '',
  email text not null default '',
  address text not null default '',
  use_https boolean not null default false,
  use_platform_api boolean not null default false,
  receive_url text not null default '',
  zone_id integer not null,
  currency_id integer not null,
  map_type text not null default 'baidu' check (map_type in ('baidu', 'google')),
  state text not null check (state in ('pending', 'active', 'rejected')),
  settlement_day integer not null default 1 check (settlement_day between 1 and 28),
  registration_ticket_hash bytea,
  created_at timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz
);

create table user_group (
  customer_id integer not null,
  group_id integer not null,
  parent_id integer,
  name text not null,
  -- Own id and those of all ancestors, root first: "this group and what is below" is one array test.
  path integer[] not null,
  created_at timestamptz not null,
  primary key (customer_id, group_id)
);

create table user_account (
  customer_id integer not null,
  user_id integer not null,
  group_id integer not null,
  user_name text not null,
  password_hash text not null,
  role text not null check (role in ('platform', 'admin', 'operator', 'viewer')),
  must_change_password boolean not null default false,
  disabled boolean not null default false,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  primary key (customer_id, user_id)
);

-- Small tables that lead from an outside name to its customer: unique over all, replicated on Citus.
create table account_name (
  account_key text primary key,
  customer_id integer not null,
  user_id integer not null
);

create table session (
  token_hash bytea primary key,
  cookie_hash bytea,
  customer_id integer not null,
  user_id integer not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  client text not null
);
create index session_of_user on session (customer_id, user_id);

create table websocket_ticket (
  ticket_hash bytea primary key,
  token_hash bytea not null,
  expires_at timestamptz not null
);

-- Failures survive a restart: a restart must not reset a lock-out.
create table throttle (
  bucket text primary key,
  failures integer not null,
  window_started_at timestamptz not null,
  blocked_until timestamptz
);
