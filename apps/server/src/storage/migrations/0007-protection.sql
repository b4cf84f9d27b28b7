-- What a device last told of each of its parameter sets, and what was last written to it from here.
-- Both are records under wire names, as text: the form in which they are sent, compared and shown.
create table device_parameter (
  customer_id integer not null,
  device_id integer not null,
  parameter_set text not null,
  reported jsonb,
  reported_at timestamptz,
  -- When the read that brought it was asked for: an older answer that comes late gives way.
  read_asked_at timestamptz,
  read_command_id uuid,
  written jsonb,
  written_at timestamptz,
  write_command_id uuid,
  -- By wire name, whether what was read after the last write is what was written.
  verified jsonb,
  primary key (customer_id, device_id, parameter_set)
);

-- One write at a time per device, also across processes.
create unique index command_open_write_of_device on command (customer_id, device_id)
  where state in ('queued', 'sent', 'acknowledged') and kind = 'write';
-- The last read and write of each set.
create index command_of_parameters on command (customer_id, device_id, kind, (args ->> 'what'), created_at desc)
  where kind in ('read', 'write');

-- Names of a device's two dry contacts, and the position of each that is the normal one.
create table dry_node (
  customer_id integer not null,
  dry_node_id bigint generated always as identity,
  device_id integer not null,
  name_1 text not null,
  status_1 text not null check (status_1 in ('open', 'close')),
  name_2 text not null,
  status_2 text not null check (status_2 in ('open', 'close')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (customer_id, dry_node_id)
);
create unique index dry_node_of_device on dry_node (customer_id, device_id);
