-- Readings. Range-partitioned by time, a month each, made ahead by a job: there is no default
-- partition, because it would forbid detaching one while the platform runs.
-- real holds 6 significant digits and gives back the shortest text, so a value comes out as it went in.
create table measurement (
  customer_id integer not null,
  device_id integer not null,
  ts timestamptz not null,
  -- How the time was found: 0 device, 1 arrival (the device sent none), 2 clock (the device's was refused).
  quality smallint not null default 0,
  -- Identity of the content, to tell a repeat from a conflict.
  content_hash bigint not null,
  voltage_a_v real,
  voltage_b_v real,
  voltage_c_v real,
  line_voltage_a_v real,
  line_voltage_b_v real,
  line_voltage_c_v real,
  current_a_a real,
  current_b_a real,
  current_c_a real,
  active_power_kw real,
  active_power_a_kw real,
  active_power_b_kw real,
  active_power_c_kw real,
  reactive_power_kvar real,
  reactive_power_a_kvar real,
  reactive_power_b_kvar real,
  reactive_power_c_kvar real,
  apparent_power_kva real,
  apparent_power_a_kva real,
  apparent_power_b_kva real,
  apparent_power_c_kva real,
  power_factor real,
  power_factor_a real,
  power_factor_b real,
  power_factor_c real,
  frequency_hz real,
  temperature_c real,
  primary key (customer_id, device_id, ts)
) partition by range (ts);

-- Cumulative registers, exact as the device counts them. numeric keeps 0.01 kWh and finer alike.
create table energy_register (
  customer_id integer not null,
  device_id integer not null,
  ts timestamptz not null,
  quality smallint not null default 0,
  content_hash bigint not null,
  active_total_kwh numeric,
  active_total_sharp_kwh numeric,
  active_total_peak_kwh numeric,
  active_total_off_peak_kwh numeric,
  active_total_valley_kwh numeric,
  active_import_kwh numeric,
  active_import_sharp_kwh numeric,
  active_import_peak_kwh numeric,
  active_import_off_peak_kwh numeric,
  active_import_valley_kwh numeric,
  active_export_kwh numeric,
  active_export_sharp_kwh numeric,
  active_export_peak_kwh numeric,
  active_export_off_peak_kwh numeric,
  active_export_valley_kwh numeric,
  reactive_total_kvarh numeric,
  reactive_total_sharp_kvarh numeric,
  reactive_total_peak_kvarh numeric,
  reactive_total_off_peak_kvarh numeric,
  reactive_total_valley_kvarh numeric,
  reactive_import_kvarh numeric,
  reactive_import_sharp_kvarh numeric,
  reactive_import_peak_kvarh numeric,
  reactive_import_off_peak_kvarh numeric,
  reactive_import_valley_kvarh numeric,
  reactive_export_kvarh numeric,
  reactive_export_sharp_kvarh numeric,
  reactive_export_peak_kvarh numeric,
  reactive_export_off_peak_kvarh numeric,
  reactive_export_valley_kvarh numeric,
  primary key (customer_id, device_id, ts)
) partition by range (ts);

-- Same device and time, other content: the first counts, the second is kept whole.
create table reading_conflict (
  customer_id integer not null,
  device_id integer not null,
  ts timestamptz not null,
  content_hash bigint not null,
  content jsonb not null,
  received_at timestamptz not null,
  primary key (customer_id, device_id, ts, content_hash)
);

-- The device's own time where it was refused.
create table clock_error (
  customer_id integer not null,
  device_id integer not null,
  ts timestamptz not null,
  device_time_ms double precision not null,
  primary key (customer_id, device_id, ts)
);

-- What a device said that could not be believed, whole, for an administrator to read.
create table rejected_message (
  customer_id integer not null,
  rejected_message_id bigint generated always as identity,
  device_id integer,
  device_code text not null,
  topic text not null,
  reason text not null,
  detail text not null default '',
  payload bytea not null,
  received_at timestamptz not null,
  primary key (customer_id, rejected_message_id)
);
create index rejected_message_by_time on rejected_message (customer_id, received_at desc);

-- Alarms as the devices report them, in order; the alarm engine reads them from here.
create table device_alarm_event (
  customer_id integer not null,
  device_alarm_event_id bigint generated always as identity,
  device_id integer not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  alarm_type text not null,
  kind text not null check (kind in ('alarm', 'warning')),
  active boolean not null,
  value double precision,
  limit_value double precision,
  phase text,
  content_hash bigint not null,
  primary key (customer_id, device_alarm_event_id)
);
create unique index device_alarm_event_once on device_alarm_event (customer_id, device_id, occurred_at, alarm_type, content_hash);

-- Every reported movement of a contact, with the command that caused it or none.
create table switch_event (
  customer_id integer not null,
  switch_event_id bigint generated always as identity,
  device_id integer not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  switch_action text not null,
  command_id uuid,
  primary key (customer_id, switch_event_id)
);
create unique index switch_event_once on switch_event (customer_id, device_id, occurred_at, switch_action);
