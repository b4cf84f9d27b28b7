-- Meter profiles of a customer, beside those of packages/device-profiles. A profile belongs to the
-- group of the user who added it: users of that group and the groups above change it, the groups
-- below use it.
create table meter_profile (
  customer_id integer not null,
  -- `u-` and a UUID; line_meter.profile_id refers to it.
  profile_id text not null,
  group_id integer not null,
  -- Maker and model.
  name text not null,
  -- In the form of packages/device-profiles/src/profile-file.ts.
  file jsonb not null,
  -- Grows with each change.
  version integer not null default 1,
  changed_by integer not null,
  changed_at timestamptz not null,
  primary key (customer_id, profile_id)
);
create unique index meter_profile_name on meter_profile (customer_id, lower(name));

-- The newest test of a profile on the line of a DTU. The process with the connection of the DTU
-- claims it, reads the registers and writes the result.
create table line_test (
  customer_id integer not null,
  device_id integer not null,
  test_id uuid not null,
  requested_at timestamptz not null,
  -- Profile, station and ratios.
  request jsonb not null,
  claimed_at timestamptz,
  -- Null until the registers were read.
  result jsonb,
  primary key (customer_id, device_id)
);
