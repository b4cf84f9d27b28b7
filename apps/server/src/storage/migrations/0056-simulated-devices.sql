-- A simulated breaker is a device that a user tries the platform with. It is marked wherever it is
-- shown and is part of no total: no energy, fee, bill, count, alarm sum, quota or batch command.
alter table device add column simulated boolean not null default false;

-- A customer has at most one at a time; a deleted one keeps its row.
create unique index simulated_device_of_customer on device (customer_id)
  where simulated and deleted_at is null;

-- Totals look up few simulated devices, of any age, to leave out what belongs to them.
create index simulated_device on device (customer_id, device_id) where simulated;

-- Without statistics the planner takes every second device for a simulated one.
analyze device;
