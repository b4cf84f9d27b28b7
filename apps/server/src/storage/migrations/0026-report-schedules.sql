-- Reports made by themselves and sent by mail. The owner's rights and those of each recipient are
-- looked at each time.
create table report_schedule (
  customer_id integer not null,
  report_schedule_id integer generated always as identity,
  user_id integer not null,
  -- null: the group the owner is in, whichever that is.
  group_id integer,
  -- null: every device of the group and below.
  device_ids integer[],
  type text not null,
  format text not null check (format in ('csv', 'xlsx')),
  rhythm text not null check (rhythm in ('day', 'week', 'month')),
  -- Of a week 1 (Monday) to 7; of a month 1 to 28, 31 for its last; of a day null.
  on_day smallint,
  -- HH:mm in the customer's zone.
  clock_time text not null,
  span text not null check (span in ('yesterday', 'last-week', 'last-month')),
  -- Users, the owner among them or not.
  recipients integer[] not null,
  enabled boolean not null,
  -- Why the platform turned it off.
  paused text,
  -- null while it is off.
  next_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (customer_id, report_schedule_id)
);
create index report_schedule_due on report_schedule (next_at) where next_at is not null;

-- What became of one time for one recipient; of a time nobody was told of, one row of the owner.
-- The key is what keeps a time from being sent twice.
create table report_delivery (
  customer_id integer not null,
  report_schedule_id integer not null,
  due_at timestamptz not null,
  user_id integer not null,
  report_task_id integer,
  state text not null check (state in ('making', 'mailing', 'sent', 'failed', 'missed')),
  failure text,
  settled_at timestamptz,
  primary key (customer_id, report_schedule_id, due_at, user_id)
);
create index report_delivery_making on report_delivery (customer_id, report_task_id)
  where state = 'making';
create index report_delivery_age on report_delivery (due_at);

-- null: its file goes an hour after it was made.
alter table report_task add column keep_until timestamptz;
