-- Settings of the serial line behind a DTU. A DTU without a row is not polled.
create table serial_line (
  customer_id integer not null,
  device_id integer not null,
  protocol text not null check (protocol in ('modbus-rtu', 'dlt645-2007')),
  baud integer not null check (baud between 300 and 115200),
  heartbeat text not null,
  -- False for a DTU that registers with its IMEI or ICCID, which contain no secret.
  needs_secret boolean not null default true,
  primary key (customer_id, device_id)
);

-- Meters on the lines. The device of a meter is a slave of the DTU, or the DTU itself.
create table line_meter (
  customer_id integer not null,
  device_id integer not null,
  -- Address on the line: 1 to 247, or twelve digits (DL/T 645). Unique on a line; slave_address of
  -- the device is its number on the platform.
  station text not null,
  profile_id text not null,
  -- Nameplate of the transformers; null if the meter has none.
  ct_primary numeric check (ct_primary > 0),
  ct_secondary numeric check (ct_secondary > 0),
  pt_primary numeric check (pt_primary > 0),
  pt_secondary numeric check (pt_secondary > 0),
  -- Time from the start of a poll cycle to the start of the next.
  interval_s integer not null check (interval_s between 1 and 86400),
  -- Grows with each change of station, profile or ratios. A meter that is added again begins above
  -- its former revisions, whose registers may still be on their way.
  revision bigint not null default extract(epoch from now())::bigint,
  -- Revision of the newest stored registers; null before the first. The step between registers of
  -- two revisions is not billed.
  stored_revision bigint,
  -- The user who last changed the settings, and the reason that the energy correction states.
  changed_by integer not null,
  change_reason text not null,
  -- How the meter is switched. A meter without these settings is only read.
  can_switch boolean not null default false,
  -- DL/T 645-2007: level of the password, the password (six digits, encrypted), and the operator
  -- code (eight digits). Null for other protocols.
  password_level smallint check (password_level between 0 and 9),
  password text,
  operator_code text,
  -- The command that closes the relay: it closes itself, or a person closes it with a button.
  close_mode text check (close_mode in ('close', 'allow-close')),
  primary key (customer_id, device_id)
);
