-- Several slaves of one gateway are moved by one message: a command of its own each, and the id the
-- gateway gets and names in its answers.
alter table command add column message_id uuid;
create index command_of_message on command (customer_id, message_id) where message_id is not null;

-- What a gateway last said of all its slaves when it was asked.
create table slave_table (
  customer_id integer not null,
  device_id integer not null,
  slots jsonb not null,
  read_at timestamptz not null,
  primary key (customer_id, device_id)
);

-- A weekly timer of a device or a slave. next_run_at is null while it is switched off; whoever runs
-- it, device or platform, the platform keeps the account of what was due.
create table timer (
  customer_id integer not null,
  timer_id integer generated always as identity,
  device_id integer not null,
  -- Bit mask, 1 = Monday.
  days smallint not null check (days between 1 and 127),
  -- HH:mm, local to the customer's zone.
  clock_time text not null check (clock_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  switch_order text not null check (switch_order in ('open', 'close', 'lock', 'unlock')),
  enabled boolean not null,
  next_run_at timestamptz,
  changed_by integer,
  changed_at timestamptz not null,
  primary key (customer_id, timer_id)
);
create index timer_of_device on timer (customer_id, device_id);
create index timer_due on timer (next_run_at) where next_run_at is not null;

-- One row a due minute: the key is what lets it happen once, over restarts and further processes.
create table timer_run (
  customer_id integer not null,
  timer_id integer not null,
  due_at timestamptz not null,
  result text not null check (result in ('ordered', 'refused', 'missed', 'device')),
  reason text,
  command_id uuid,
  recorded_at timestamptz not null,
  primary key (customer_id, timer_id, due_at)
);

-- Whether a device (or a gateway for its slaves) holds the timers it shall hold.
create table timer_table (
  customer_id integer not null,
  device_id integer not null,
  -- Counts up with every change: an answer counts for the version it was asked about.
  wanted_version integer not null,
  -- The table it last said it holds, as it was sent.
  held jsonb,
  held_at timestamptz,
  state text not null check (state in ('waiting', 'same', 'refused', 'different')),
  reason text,
  tried_at timestamptz,
  primary key (customer_id, device_id)
);
create index timer_table_waiting on timer_table (state) where state = 'waiting';
