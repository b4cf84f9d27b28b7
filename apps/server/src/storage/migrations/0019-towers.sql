-- A telecom tower: the device that measures its supply, and what is decided of it. Belongs to a
-- project of type tower.
create table tower (
  customer_id integer not null,
  tower_id integer generated always as identity,
  project_id integer not null,
  device_id integer not null,
  name text not null,
  mains_min_v double precision not null,
  cut_delay_s integer not null,
  hold_s integer not null,
  stagger_s integer not null,
  -- Usable energy of the full battery.
  battery_kwh double precision not null,
  mains_state text not null default 'unknown'
    check (mains_state in ('unknown', 'present', 'failing', 'absent', 'returning')),
  -- By the readings' time.
  mains_since timestamptz,
  absent_since timestamptz,
  -- The newest reading that was judged.
  reading_at timestamptz,
  last_start_at timestamptz,
  looked_at timestamptz,
  next_look_at timestamptz not null,
  changed_by integer not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (customer_id, tower_id)
) with (fillfactor = 70);
create unique index tower_of_device on tower (customer_id, device_id) where deleted_at is null;
create index tower_of_project on tower (customer_id, project_id) where deleted_at is null;

create table tower_user (
  customer_id integer not null,
  tower_id integer not null,
  slot smallint not null check (slot between 1 and 4),
  name text not null,
  -- The breaker that feeds it.
  device_id integer not null,
  -- 1 is cut last.
  priority smallint not null check (priority between 1 and 4),
  standby_type text not null check (standby_type in ('none', 'timed', 'energy', 'voltage')),
  standby_minutes double precision not null,
  standby_kwh double precision not null,
  -- Magnitudes.
  cut_v double precision not null,
  reconnect_v double precision not null,
  -- [{begin, end, valid}], HH:mm local to the customer's zone.
  periods jsonb not null,
  mode text not null check (mode in ('auto', 'manual', 'manual_to_auto')),
  return_at timestamptz,
  -- Words of domain/tower.
  state text not null check (state in
    ('on', 'off-period', 'cut', 'held', 'queued', 'manual-on', 'manual-off')),
  cause text not null,
  since timestamptz not null,
  bad_since timestamptz,
  good_since timestamptz,
  settled boolean not null,
  -- The last order of this state: when, how many there were, why it was refused.
  tried_at timestamptz,
  tried_count integer not null default 0,
  refusal text,
  primary key (customer_id, tower_id, slot)
) with (fillfactor = 70);
create unique index tower_user_of_device on tower_user (customer_id, device_id);

-- By which periods, and by which breaker, a user's energy counts from a day on. The first of a
-- place has no beginning. device_id is null from the day on the place is empty.
create table tower_plan (
  customer_id integer not null,
  tower_id integer not null,
  slot smallint not null,
  from_day date not null,
  device_id integer,
  name text not null,
  periods jsonb not null,
  primary key (customer_id, tower_id, slot, from_day)
);

create table tower_outage (
  customer_id integer not null,
  tower_id integer not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  lowest_v double precision,
  primary key (customer_id, tower_id, began_at)
);

-- What was decided of a user, and by whom.
create table tower_event (
  customer_id integer not null,
  tower_event_id bigint generated always as identity,
  tower_id integer not null,
  slot smallint not null,
  user_name text not null,
  at timestamptz not null,
  from_state text not null,
  event text not null,
  to_state text not null,
  cause text not null,
  bus_v double precision,
  -- Empty: the platform.
  decided_by text not null default '',
  primary key (customer_id, tower_event_id)
);
create index tower_event_of_tower on tower_event (customer_id, tower_id, at desc);
