-- What a person sees and deals with, made of device_alarm_event, which keeps every word of a device
-- or of the platform: one open row of each device, type and phase.
create table alarm (
  customer_id integer not null,
  alarm_id bigint generated always as identity,
  device_id integer not null,
  -- The group of the device; it moves with the device.
  group_id integer not null,
  alarm_type text not null,
  kind text not null check (kind in ('alarm', 'warning')),
  -- 1 first; of the type.
  priority smallint not null,
  -- Empty when the alarm is of none.
  phase text not null default '',
  source text not null check (source in ('device', 'platform')),
  opened_at timestamptz not null,
  -- Local day of opened_at in the customer's zone, under which it is counted.
  day date not null,
  last_at timestamptz not null,
  ended_at timestamptz,
  -- By whom or what: device, recovered, heard, settled, passed, late, deleted, removed (the device).
  end_reason text,
  count integer not null default 1,
  first_value double precision,
  last_value double precision,
  peak_value double precision,
  limit_value double precision,
  -- Told of more than ten minutes after it happened: history, nobody was called.
  late boolean not null default false,
  -- Inside a maintenance window: nobody was called.
  quiet boolean not null default false,
  handled_at timestamptz,
  handled_by integer,
  -- Kept as it was: the account may be renamed or gone.
  handled_by_name text not null default '',
  handled_note text not null default '',
  snoozed_until timestamptz,
  snoozed_by integer,
  snoozed_by_name text not null default '',
  deleted_at timestamptz,
  deleted_by integer,
  deleted_by_name text not null default '',
  deletion_reason text not null default '',
  primary key (customer_id, alarm_id)
) with (fillfactor = 80);
-- No twins, whoever writes at once.
create unique index alarm_open_once on alarm (customer_id, device_id, alarm_type, phase)
  where ended_at is null;
create index alarm_open on alarm (customer_id, priority, opened_at desc)
  where ended_at is null and deleted_at is null;
create index alarm_newest on alarm (customer_id, opened_at desc, alarm_id desc)
  include (group_id, alarm_type, kind) where deleted_at is null;
create index alarm_of_group on alarm (customer_id, group_id, opened_at desc, alarm_id desc)
  where deleted_at is null;
create index alarm_of_device on alarm (customer_id, device_id, opened_at desc, alarm_id desc)
  where deleted_at is null;

-- How many began in a local day, month or year, and in all; written with the alarm itself, and
-- taken out with a deletion, so that no count ever walks a million rows.
create table alarm_group_sum (
  customer_id integer not null,
  period text not null check (period in ('day', 'month', 'year', 'all')),
  -- First day of the period; of all 1970-01-01.
  start_day date not null,
  group_id integer not null,
  alarm_type text not null,
  kind text not null,
  alarms integer not null,
  handled integer not null,
  primary key (customer_id, period, start_day, group_id, alarm_type, kind)
) with (fillfactor = 80);
create table alarm_device_sum (
  customer_id integer not null,
  period text not null check (period in ('day', 'month', 'year')),
  start_day date not null,
  device_id integer not null,
  -- Of kind alarm, without leakage: what shares are told of. By type it would be ten times as many
  -- rows to add up.
  alarms integer not null,
  primary key (customer_id, period, start_day, device_id)
) with (fillfactor = 80);

-- What a person may have to be told of, in order, for the workers that tell.
create table alarm_news (
  customer_id integer not null,
  news_id bigint generated always as identity,
  alarm_id bigint not null,
  what text not null check (what in ('opened', 'changed', 'ended', 'handled')),
  at timestamptz not null,
  quiet boolean not null,
  primary key (customer_id, news_id)
);

-- Settings of the platform's own rules; where there is no row the rule's own figures count. A row
-- of a group counts for it and what is below, before the customer's (group_id null).
create table alarm_rule (
  customer_id integer not null,
  alarm_rule_id bigint generated always as identity,
  group_id integer,
  alarm_type text not null,
  in_use boolean not null,
  -- In the unit of the rule.
  limit_value double precision not null,
  clear_value double precision not null,
  delay_s integer not null,
  hold_s integer not null,
  changed_by integer not null,
  changed_at timestamptz not null,
  primary key (customer_id, alarm_rule_id)
);
create unique index alarm_rule_once on alarm_rule
  (customer_id, alarm_type, coalesce(group_id, 0));

-- Maintenance: what begins inside is recorded, and nobody is called.
create table alarm_window (
  customer_id integer not null,
  alarm_window_id bigint generated always as identity,
  device_id integer,
  -- With what is below it.
  group_id integer check ((device_id is null) <> (group_id is null)),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  reason text not null,
  created_by integer not null,
  created_by_name text not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by_name text not null default '',
  primary key (customer_id, alarm_window_id)
);
create index alarm_window_by_end on alarm_window (customer_id, ends_at desc);

-- What was told before this table was: a run of beginnings up to an end is one alarm.
insert into alarm (customer_id, device_id, group_id, alarm_type, kind, priority, phase, source,
  opened_at, day, last_at, ended_at, end_reason, count, first_value, last_value, peak_value,
  limit_value)
select run.customer_id, run.device_id, d.group_id, run.alarm_type, run.kind,
  case
    when run.alarm_type in
      ('electricLeakage', 'powerOutage', 'phaseLoss', 'overTemp', 'commandUnknown') then 1
    when run.alarm_type in ('phaseUnbalance', 'lampFault', 'clockError') then 3
    when run.alarm_type = 'energyLevel' then 4
    else 2 end,
  run.phase,
  case when run.alarm_type in ('clockError', 'commandUnknown', 'controlPaused')
    then 'platform' else 'device' end,
  run.opened_at, (run.opened_at at time zone z.iana_name)::date, run.last_at,
  case when run.alarm_type = 'controlPaused' then run.last_at + interval '5 minutes'
    else coalesce(run.ended_at, case when d.deleted_at is not null then greatest(run.last_at, d.deleted_at) end) end,
  case when run.alarm_type = 'controlPaused' then 'passed'
    when run.ended_at is null and d.deleted_at is not null then 'removed'
    when run.ended_at is null then null
    when run.alarm_type = 'clockError' then 'recovered'
    when run.alarm_type = 'commandUnknown' then 'settled' else 'device' end,
  run.count, run.first_value, run.last_value,
  case when run.alarm_type in ('underVoltage', 'phaseLoss', 'powerOutage')
    then run.least else run.most end,
  run.limit_value
from (
  select customer_id, device_id, alarm_type, phase, turn,
    (array_agg(kind order by occurred_at, id) filter (where active))[1] as kind,
    min(occurred_at) filter (where active) as opened_at,
    max(occurred_at) filter (where active) as last_at,
    max(occurred_at) filter (where not active) as ended_at,
    count(*) filter (where active)::integer as count,
    (array_agg(value order by occurred_at, id) filter (where active))[1] as first_value,
    (array_agg(value order by occurred_at desc, id desc) filter (where active))[1] as last_value,
    max(value) filter (where active) as most,
    min(value) filter (where active) as least,
    (array_agg(limit_value order by occurred_at desc, id desc) filter (where active))[1]
      as limit_value
  from (
    select e.customer_id, e.device_id, e.alarm_type, coalesce(e.phase, '') as phase, e.kind,
      e.active, e.occurred_at, e.device_alarm_event_id as id, e.value, e.limit_value,
      count(*) filter (where not e.active) over (
        partition by e.customer_id, e.device_id, e.alarm_type, coalesce(e.phase, '')
        order by e.occurred_at, e.device_alarm_event_id
        rows between unbounded preceding and 1 preceding) as turn
    from device_alarm_event e
  ) told
  group by customer_id, device_id, alarm_type, phase, turn
  having count(*) filter (where active) > 0
) run
join device d on d.customer_id = run.customer_id and d.device_id = run.device_id
join customer c on c.customer_id = run.customer_id
join zone z on z.zone_id = c.zone_id;

insert into alarm_group_sum
select customer_id, period, case period when 'all' then date '1970-01-01'
    else date_trunc(period, day::timestamp)::date end,
  group_id, alarm_type, kind, count(*), 0
from alarm, unnest(array['day', 'month', 'year', 'all']) as period
group by 1, 2, 3, 4, 5, 6;

insert into alarm_device_sum
select customer_id, period, date_trunc(period, day::timestamp)::date, device_id, count(*)
from alarm, unnest(array['day', 'month', 'year']) as period
where kind = 'alarm' and alarm_type <> 'electricLeakage'
group by 1, 2, 3, 4;
