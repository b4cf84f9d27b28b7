-- Energy, derived from energy_register: every row here can be thrown away and made again from the
-- registers, the overrides and the tariffs. Energy is integer Wh, money integer minor units
-- (hundredths of the customer's currency), so that a total is a plain sum.
create table energy_day (
  customer_id integer not null,
  device_id integer not null,
  -- Local day of the customer's zone.
  day date not null,
  channel text not null check (channel in
    ('activeTotal', 'activeImport', 'activeExport', 'reactiveTotal', 'reactiveImport', 'reactiveExport')),
  -- Wh, varh for the reactive channels; the four bands add up to the total.
  energy_wh bigint not null,
  sharp_wh bigint not null,
  peak_wh bigint not null,
  off_peak_wh bigint not null,
  valley_wh bigint not null,
  -- Holds energy of a span that began well before the day.
  estimated boolean not null default false,
  final boolean not null default false,
  -- Of activeTotal: the tariff version in force on the day, and the day's part of each bill line.
  rate_id integer,
  rate_version integer,
  fee_sharp bigint,
  fee_peak bigint,
  fee_off_peak bigint,
  fee_valley bigint,
  primary key (customer_id, device_id, day, channel)
);
create index energy_day_of_customer on energy_day (customer_id, day) where channel = 'activeTotal';
create index energy_day_open on energy_day (customer_id, day) where not final;

-- Quarter hours of a day in elapsed time from its local start: 92, 96 or 100 of them.
create table energy_slot (
  customer_id integer not null,
  device_id integer not null,
  day date not null,
  slot_wh integer[] not null,
  -- Thousandths of the currency, for comparing equal parts of days only.
  slot_fee integer[] not null,
  -- Positions (from 0) of quarters that hold energy of a longer span.
  estimated_slots smallint[] not null default '{}',
  primary key (customer_id, device_id, day)
);
create index energy_slot_of_customer on energy_slot (customer_id, day);

-- Sums of energy_day over a calendar month, activeTotal.
create table energy_device_month (
  customer_id integer not null,
  device_id integer not null,
  -- First day of the month.
  month date not null,
  energy_wh bigint not null,
  sharp_wh bigint not null,
  peak_wh bigint not null,
  off_peak_wh bigint not null,
  valley_wh bigint not null,
  fee bigint not null,
  primary key (customer_id, device_id, month)
);
create index energy_device_month_of_customer on energy_device_month (customer_id, month);

-- Sums over the devices directly in a group, activeTotal; kept when the quarters of the devices are not.
create table energy_group_day (
  customer_id integer not null,
  group_id integer not null,
  day date not null,
  devices integer not null,
  energy_wh bigint not null,
  sharp_wh bigint not null,
  peak_wh bigint not null,
  off_peak_wh bigint not null,
  valley_wh bigint not null,
  fee_sharp bigint not null,
  fee_peak bigint not null,
  fee_off_peak bigint not null,
  fee_valley bigint not null,
  slot_wh bigint[] not null,
  slot_fee bigint[] not null,
  estimated boolean not null,
  final boolean not null,
  primary key (customer_id, group_id, day)
);

-- Where a fold stands: now, and at the end of each day, from where late readings start again.
create table energy_head (
  customer_id integer not null,
  device_id integer not null,
  -- The newest register that is folded.
  last_ts timestamptz not null,
  state jsonb not null,
  primary key (customer_id, device_id)
);
create table energy_checkpoint (
  customer_id integer not null,
  device_id integer not null,
  day date not null,
  state jsonb not null,
  primary key (customer_id, device_id, day)
);

-- From which register on a device must be folded; written with the reading itself. A worker moves a
-- mark to energy_work before it folds, so that no reading waits for a fold.
create table energy_dirty (
  customer_id integer not null,
  device_id integer not null,
  from_ts timestamptz not null,
  primary key (customer_id, device_id)
) with (fillfactor = 50);
create table energy_work (
  customer_id integer not null,
  device_id integer not null,
  from_ts timestamptz not null,
  primary key (customer_id, device_id)
);
-- Days of groups whose sums are no longer those of their devices.
create table energy_group_dirty (
  customer_id integer not null,
  group_id integer not null,
  day date not null,
  primary key (customer_id, group_id, day)
);

-- What an administrator decided about the step that ends at a register; never deleted, only withdrawn.
create table energy_override (
  customer_id integer not null,
  energy_override_id bigint generated always as identity,
  device_id integer not null,
  -- null: all channels of the device.
  channel text,
  register_ts timestamptz not null,
  decision text not null check (decision in ('count', 'ignore', 'set')),
  energy_wh bigint check ((decision = 'set') = (energy_wh is not null)),
  reason text not null,
  decided_by integer not null,
  decided_at timestamptz not null,
  withdrawn_by integer,
  withdrawn_at timestamptz,
  withdrawal_reason text,
  primary key (customer_id, energy_override_id)
);
create unique index energy_override_in_force on energy_override
  (customer_id, device_id, register_ts, coalesce(channel, '')) where withdrawn_at is null;

-- Settlement: a closed period's lines stand for ever; what changes later is a line of its own in
-- the period that is open then.
create table settlement_period (
  customer_id integer not null,
  start_day date not null,
  -- First day of the next period.
  end_day date not null,
  closed_at timestamptz not null,
  closed_by integer,
  primary key (customer_id, start_day)
);
create table bill_line (
  customer_id integer not null,
  start_day date not null,
  device_id integer not null,
  rate_id integer not null,
  rate_version integer not null,
  band text not null check (band in ('sharp', 'peak', 'offPeak', 'valley')),
  energy_wh bigint not null,
  price numeric(12, 4) not null,
  amount bigint not null,
  primary key (customer_id, start_day, device_id, rate_id, rate_version, band)
);
create table bill_adjustment (
  customer_id integer not null,
  bill_adjustment_id bigint generated always as identity,
  -- The closed period that changed, and the open one that carries the difference.
  of_start_day date not null,
  in_start_day date not null,
  device_id integer not null,
  energy_wh bigint not null,
  amount bigint not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (customer_id, bill_adjustment_id)
);
create index bill_adjustment_of_period on bill_adjustment (customer_id, in_start_day, device_id);
