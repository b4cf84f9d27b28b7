-- One export somebody asked for: what of, how far it is, where its file is. Files are in the data
-- folder under the number of their task and go an hour after they were made.
create table report_task (
  customer_id integer not null,
  report_task_id integer generated always as identity,
  user_id integer not null,
  -- The group asked for, inside the group of the user.
  group_id integer not null,
  -- null: every device of the group and below.
  device_ids integer[],
  type text not null,
  format text not null check (format in ('csv', 'xlsx')),
  language text not null,
  -- What it covers, [from, to), and what was asked for.
  from_at timestamptz not null,
  to_at timestamptz not null,
  asked_from_at timestamptz not null,
  asked_to_at timestamptz not null,
  -- Whoever asks the same again joins instead of starting another.
  question text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  -- Per cent.
  progress smallint not null default 0,
  -- How often it was begun.
  attempts smallint not null default 0,
  taken_by text,
  taken_until timestamptz,
  row_count bigint not null default 0,
  file_bytes bigint,
  -- Of a failure, a word of the report's own list.
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (customer_id, report_task_id)
);
create index report_task_of_user on report_task (customer_id, user_id, report_task_id desc);
create unique index report_task_once on report_task (customer_id, user_id, question)
  where state in ('waiting', 'running');
create index report_task_open on report_task (created_at) where state in ('waiting', 'running');
create index report_task_ended on report_task (ended_at);
