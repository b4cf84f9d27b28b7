-- What charts of long spans read instead of every reading: of each hour (UTC) of a device and each
-- quantity the smallest, mean and largest value, as quarter hours keep them, and when its first and
-- last reading was. Derived: what readings and quarter hours say counts, and hours are made of them.
create table measurement_hour (like measurement_quarter including all) partition by range (ts);
alter table measurement_hour
  add column first_at timestamptz not null,
  add column last_at timestamptz not null;

-- How far the hours of a device are made. A measurement that comes later than that takes the edge
-- back to its hour, in its own transaction: behind the edge no hour lacks a reading.
create table measurement_folded (
  customer_id integer not null,
  device_id integer not null,
  -- Null: none is made.
  until timestamptz,
  -- The earliest of the last measurements that came days late.
  late_at timestamptz,
  primary key (customer_id, device_id)
);
