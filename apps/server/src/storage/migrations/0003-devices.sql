create table rate (
  customer_id integer not null,
  rate_id integer not null,
  name text not null,
  is_default boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null,
  primary key (customer_id, rate_id)
);

-- The first version of a rate has no beginning (start_day null is -infinity).
create table rate_version (
  customer_id integer not null,
  rate_id integer not null,
  version integer not null,
  start_day date,
  price_sharp numeric(12, 4) not null,
  price_peak numeric(12, 4) not null,
  price_off_peak numeric(12, 4) not null,
  price_valley numeric(12, 4) not null,
  band_hours jsonb,
  created_at timestamptz not null,
  primary key (customer_id, rate_id, version)
);

create table device (
  customer_id integer not null,
  device_id integer not null,
  device_code text not null,
  name text not null,
  device_type_id integer not null,
  kind text not null check (kind in ('main', 'gateway', 'hidden', 'dtu', 'meter', 'slave')),
  group_id integer not null,
  rate_id integer not null,
  -- A slave has its gateway and the address it is spoken to under.
  gateway_id integer,
  slave_address integer check (slave_address between 1 and 20),
  address text not null default '',
  rated_voltage_v real,
  rated_current_a real,
  hardware_version text not null default '',
  software_version text not null default '',
  band text not null default '',
  expected_interval_s integer not null default 60,
  -- WGS-84 is stored; the BD-09 pair is kept beside it only as the caller gave it.
  longitude double precision,
  latitude double precision,
  bd_longitude double precision,
  bd_latitude double precision,
  secret_hash bytea,
  secret_rotated_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (customer_id, device_id)
);
create unique index device_of_customer_by_code on device (customer_id, device_code) where deleted_at is null;
create index device_of_group on device (customer_id, group_id);
create index device_of_gateway on device (customer_id, gateway_id);

-- Lead from the printed code to customer and device; a code belongs to one device on the platform.
create table device_code (
  device_code text primary key,
  customer_id integer not null,
  device_id integer not null unique
);

-- What is known of a device beside its readings. The newest reading is not kept here: it is the
-- first of its key backwards (modules/readings/latest-repository.ts), so it cannot fall behind the
-- readings and costs the ingest nothing.
create table device_state (
  customer_id integer not null,
  device_id integer not null,
  connected boolean not null default false,
  connected_at timestamptz,
  -- The process that holds (or last held) the link; see gateway_process.
  link_process text,
  heard_at timestamptz,
  signal_csq integer,
  switch_action text,
  switch_reported_at timestamptz,
  switch_command_id uuid,
  primary key (customer_id, device_id)
  -- Room on each page, so that heard_at changes without touching an index.
) with (fillfactor = 70);
