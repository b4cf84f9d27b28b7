-- When each hour belongs to which band: seasons, kinds of day, spans (domain/tariff); null: the
-- default hours. The column was never written under its first name.
alter table rate_version rename column band_hours to calendar;

create unique index rate_name_of_customer on rate (customer_id, lower(name)) where deleted_at is null;

-- Which tariff counts for a device from which local day on; `device.rate_id` is the one of today.
-- The first begins at -infinity: a device that changes its tariff keeps the fees it had.
create table device_rate (
  customer_id integer not null,
  device_id integer not null,
  start_day date not null,
  rate_id integer not null,
  primary key (customer_id, device_id, start_day)
);
create index device_rate_of_rate on device_rate (customer_id, rate_id);
insert into device_rate (customer_id, device_id, start_day, rate_id)
select customer_id, device_id, '-infinity', rate_id from device;
