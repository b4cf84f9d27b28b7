-- What is known of a device beside its readings: when it was put in, whether somebody changed it
-- meanwhile, when it came and went, how well it heard, what people noted and photographed.
alter table device
  add column installed_on date,
  -- Counts every change by a person: whoever saves over a change he has not seen is refused.
  add column revision integer not null default 1,
  -- The secret before the present one, as long as it still opens.
  add column old_secret_hash bytea,
  add column old_secret_until timestamptz;
create index device_old_secret on device (old_secret_until) where old_secret_hash is not null;

-- Rows are only ever added, and go by age or when a device has too many.
create table device_connection (
  customer_id integer not null,
  device_connection_id bigint generated always as identity,
  device_id integer not null,
  at timestamptz not null,
  -- true: it came; false: it went.
  connected boolean not null,
  -- A word of domain/device/connection-cause.
  cause text not null,
  primary key (customer_id, device_connection_id)
);
create index device_connection_of_device
  on device_connection (customer_id, device_id, at desc, device_connection_id desc);
create index device_connection_by_age on device_connection (at);

-- The signal a device told, one value a minute at most.
create table device_signal (
  customer_id integer not null,
  device_id integer not null,
  minute timestamptz not null,
  csq smallint not null,
  primary key (customer_id, device_id, minute)
);
create index device_signal_by_age on device_signal (minute);

create table device_note (
  customer_id integer not null,
  device_note_id bigint generated always as identity,
  device_id integer not null,
  user_id integer not null,
  -- As it was then: an account may be renamed or go.
  user_name text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (customer_id, device_note_id)
);
create index device_note_of_device on device_note (customer_id, device_id, device_note_id desc);

create table device_photo (
  customer_id integer not null,
  device_photo_id bigint generated always as identity,
  device_id integer not null,
  user_id integer not null,
  user_name text not null,
  caption text not null,
  format text not null check (format in ('jpeg', 'png', 'webp')),
  width integer not null,
  height integer not null,
  byte_count integer not null,
  -- The picture itself, so that a copy of the database has it.
  content bytea not null,
  created_at timestamptz not null,
  primary key (customer_id, device_photo_id)
);
create index device_photo_of_device on device_photo (customer_id, device_id, device_photo_id desc);
-- Pictures are compressed already.
alter table device_photo alter column content set storage external;
