-- A deleted group keeps its row: alarms, sums, bills and the audit trail of what was in it go on
-- being those of its path. Its name below its parent is free again.
alter table user_group add column deleted_at timestamptz;
