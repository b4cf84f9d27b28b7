-- The protocol console: frames that went out with what came back, and commands people keep.
create table console_frame (
  customer_id integer not null,
  console_frame_id bigint generated always as identity,
  command_id uuid not null,
  device_id integer not null,
  user_id integer not null,
  user_name text not null,
  sent_at timestamptz not null,
  -- read, open, close or write: what the frame would do.
  effect text not null check (effect in ('read', 'open', 'close', 'write')),
  send_hex text not null,
  receive_hex text,
  received_at timestamptz,
  primary key (customer_id, console_frame_id)
);
create unique index console_frame_of_command on console_frame (customer_id, command_id);
create index console_frame_of_device on console_frame (customer_id, device_id, console_frame_id desc);

create table console_favourite (
  customer_id integer not null,
  console_favourite_id bigint generated always as identity,
  user_id integer not null,
  name text not null,
  address text not null,
  command_code text not null,
  data text not null,
  protocol_version smallint not null check (protocol_version in (1, 2)),
  created_at timestamptz not null,
  primary key (customer_id, console_favourite_id)
);
create unique index console_favourite_by_name on console_favourite (customer_id, user_id, lower(name));

-- One frame at a time per device, also across processes: the line behind it is half duplex.
create unique index command_open_frame_of_device on command (customer_id, device_id)
  where state in ('queued', 'sent') and kind = 'frame';
