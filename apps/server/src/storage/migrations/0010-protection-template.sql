-- Sets of protection parameters under a name, in text form by the name of the set.
create table protection_template (
  customer_id integer not null,
  template_id uuid not null,
  name text not null,
  sets jsonb not null,
  changed_by integer not null,
  changed_at timestamptz not null,
  primary key (customer_id, template_id)
);
create unique index protection_template_name on protection_template (customer_id, lower(name));

-- A comparison with, or a writing to, many devices. It keeps the sets it began with.
create table template_run (
  customer_id integer not null,
  run_id uuid not null,
  template_id uuid not null,
  template_name text not null,
  kind text not null check (kind in ('read', 'write')),
  sets jsonb not null,
  user_id integer not null,
  session_hash bytea not null,
  client_address text not null default '',
  group_id integer not null,
  created_at timestamptz not null,
  -- What has not been asked by then is not asked any more.
  ends_at timestamptz not null,
  -- Null while a step is open.
  ended_at timestamptz,
  primary key (customer_id, run_id)
);
create index template_run_open on template_run (customer_id) where ended_at is null;

-- One set of one device.
create table template_step (
  customer_id integer not null,
  run_id uuid not null,
  device_id integer not null,
  parameter_set text not null,
  position integer not null,
  state text not null check (state in ('waiting', 'asked', 'same', 'different', 'refused', 'not-answered', 'cancelled')),
  reason text,
  detail text,
  command_id uuid,
  asked_at timestamptz,
  -- By wire name, whether the device holds what the template says; and what it told.
  fields jsonb,
  found jsonb,
  primary key (customer_id, run_id, device_id, parameter_set)
);
create index template_step_open on template_step (customer_id, run_id, position)
  where state in ('waiting', 'asked');
create index template_step_pace on template_step (customer_id, asked_at desc) where asked_at is not null;
