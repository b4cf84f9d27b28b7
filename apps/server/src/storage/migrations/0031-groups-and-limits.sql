-- A deleted group keeps its row: alarms, sums, bills and the audit trail of what was in it go on
-- being those of its path. Its name below its parent is free again.
alter table user_group add column deleted_at timestamptz;

-- What a group gives to devices that are new in it and below. Null: as the groups above say.
create table group_default (
  customer_id integer not null,
  group_id integer not null,
  rate_id integer,
  expected_interval_s integer check (expected_interval_s > 0),
  template_id uuid,
  version integer not null default 1,
  changed_by integer not null,
  changed_at timestamptz not null,
  primary key (customer_id, group_id)
);
