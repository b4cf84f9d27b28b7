-- A project: street lamps, or telecom towers. It belongs to the group of who made it.
create table project (
  customer_id integer not null,
  project_id integer generated always as identity,
  group_id integer not null,
  name text not null,
  type text not null check (type in ('lamp', 'tower')),
  description text not null default '',
  created_by integer not null,
  -- Kept as it was: the account may be renamed or gone.
  created_by_name text not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (customer_id, project_id)
);

-- Lamps behind one device.
create table lamp_group (
  customer_id integer not null,
  lamp_group_id integer generated always as identity,
  project_id integer not null,
  device_id integer not null,
  name text not null,
  lamp_count integer not null check (lamp_count > 0),
  -- Nameplate of one lamp without its ballast.
  lamp_power_kw double precision not null check (lamp_power_kw > 0),
  -- Percent of the scheduled power within which nothing is said.
  error_range double precision not null check (error_range between 0 and 100),
  -- As of a device: WGS-84 is stored, the BD-09 pair only as it was given.
  longitude double precision,
  latitude double precision,
  bd_longitude double precision,
  bd_latitude double precision,
  in_use boolean not null default true,
  lamp_kind text not null,
  -- Empty: all phases the device measures.
  phase text not null default '' check (phase in ('', 'A', 'B', 'C')),
  -- By what the lamps burn: sun, clock (on_time to off_time), or the state of the switch alone.
  burn_rule text not null check (burn_rule in ('sun', 'clock', 'switch')),
  -- HH:mm, local to the customer's zone.
  on_time text,
  off_time text,
  -- Minutes after sunset and after sunrise; negative before.
  on_offset_min integer not null default 0,
  off_offset_min integer not null default 0,
  -- [{from, to, level}], HH:mm and percent.
  dimmed jsonb not null default '[]',
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (customer_id, lamp_group_id)
);
create unique index lamp_group_of_device on lamp_group (customer_id, device_id)
  where deleted_at is null;
create index lamp_group_of_project on lamp_group (customer_id, project_id)
  where deleted_at is null;

-- The last check of each group, and what is found and has not been found over.
create table lamp_check (
  customer_id integer not null,
  lamp_group_id integer not null,
  next_check_at timestamptz not null,
  checked_at timestamptz,
  -- Of the reading that was judged.
  reading_at timestamptz,
  -- Word of domain/project: good, short, over, dark, day-burning, warming, dimmed, …
  verdict text,
  lamps_on integer,
  failed integer,
  measured_kw double precision,
  expected_kw double precision,
  voltage_v double precision,
  energy_kwh double precision,
  -- Of mode compared: what the group draws when all lamps burn, at its nominal voltage.
  reference_kw double precision,
  -- {<finding>: <number>} that stand.
  findings jsonb not null default '{}',
  primary key (customer_id, lamp_group_id)
) with (fillfactor = 70);
create index lamp_check_due on lamp_check (next_check_at);

-- Two of each project from its creation: when a warning, and when an alarm is raised.
create table project_limit (
  customer_id integer not null,
  project_limit_id integer generated always as identity,
  project_id integer not null,
  kind text not null check (kind in ('warning', 'alarm')),
  in_use boolean not null,
  -- Energy of a lamp group in a local day, kWh; null: this step is not used.
  warning_value_1 double precision,
  warning_value_2 double precision,
  warning_value_3 double precision,
  -- Failed lamps of a group from which on it is told.
  alarm_value integer not null,
  -- HH:mm, local to the customer's zone.
  check_time text not null,
  -- Null: as the groups say.
  scheduled_lamp_count integer,
  scheduled_power_kw double precision,
  -- Percent above and below the scheduled power.
  over_rate double precision not null,
  under_rate double precision not null,
  power_mode text not null
    check (power_mode in ('single', 'total', 'fixed', 'compared', 'calculated')),
  changed_by integer,
  changed_at timestamptz not null,
  primary key (customer_id, project_limit_id)
);
create unique index project_limit_once on project_limit (customer_id, project_id, kind);

-- Whom a project tells beside the people who see its devices.
create table project_notice (
  customer_id integer not null,
  project_notice_id integer generated always as identity,
  project_id integer not null,
  mail_address text not null,
  mail_notification boolean not null,
  app_notification boolean not null,
  -- Of mails.
  language text not null default 'en',
  created_at timestamptz not null,
  primary key (customer_id, project_notice_id)
);
create index project_notice_of_project on project_notice (customer_id, project_id);
create unique index project_notice_one_app on project_notice (customer_id, project_id)
  where app_notification;

-- A weekly timer of all lamp groups of a project, or of one; each device gets a timer of its own.
create table project_timer (
  customer_id integer not null,
  project_timer_id integer generated always as identity,
  project_id integer not null,
  -- Null: all of the project.
  lamp_group_id integer,
  -- Bit mask, 1 = Monday.
  days smallint not null check (days between 1 and 127),
  -- HH:mm; null when the sun decides.
  clock_time text,
  sun text check (sun in ('sunrise', 'sunset')),
  -- Minutes after it; negative before.
  sun_offset_min integer not null default 0,
  switch_order text not null check (switch_order in ('open', 'close', 'lock', 'unlock')),
  enabled boolean not null,
  changed_by integer,
  changed_at timestamptz not null,
  check ((clock_time is null) <> (sun is null)),
  primary key (customer_id, project_timer_id)
);
create index project_timer_of_project on project_timer (customer_id, project_id);

-- A timer by the sun is run by the platform; clock_time is then the time it last came to.
alter table timer add column sun text check (sun in ('sunrise', 'sunset'));
alter table timer add column sun_offset_min integer not null default 0;
alter table timer add column project_timer_id integer;
create index timer_of_project on timer (customer_id, project_timer_id)
  where project_timer_id is not null;

-- A group order given to a project is shown there.
alter table group_order add column project_id integer;
create index group_order_of_project on group_order (customer_id, project_id, created_at desc)
  where project_id is not null;

-- Maintenance: a visit planned, made or called off.
create table project_visit (
  customer_id integer not null,
  project_visit_id integer generated always as identity,
  project_id integer not null,
  -- Null: the whole project.
  lamp_group_id integer,
  state text not null check (state in ('planned', 'done', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  worker text not null default '',
  notes text not null default '',
  -- [{name, quantity}]
  parts jsonb not null default '[]',
  -- Maintenance windows of the alarms that were opened for it.
  window_ids bigint[] not null default '{}',
  created_by integer not null,
  created_by_name text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (customer_id, project_visit_id)
);
create index project_visit_of_project on project_visit (customer_id, project_id, starts_at desc);

-- What there is to say about an alarm beside its figures, in the field's words: "2 lamps".
alter table alarm add column log_detail text not null default '';
