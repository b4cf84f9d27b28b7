-- Where a device was before it, or a group above it, was moved: on the days before until_day that no
-- earlier row covers. The name is the one of the time, for bills of groups that no longer see it.
create table device_former_place (
  customer_id integer not null,
  device_id integer not null,
  -- Local day of the customer's zone.
  until_day date not null,
  -- Ids of the groups from the root to the group of the device.
  group_path integer[] not null,
  device_name text not null,
  primary key (customer_id, device_id, until_day)
);

-- A closed period is billed to the groups in which its energy was used, wherever its devices move.
alter table bill_line add column group_path integer[];
update bill_line line set group_path = g.path
from device d join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
where d.customer_id = line.customer_id and d.device_id = line.device_id;
alter table bill_line alter column group_path set not null;
alter table bill_line drop constraint bill_line_pkey;
alter table bill_line add primary key
  (customer_id, start_day, device_id, rate_id, rate_version, band, group_path);

alter table bill_adjustment add column group_path integer[];
update bill_adjustment a set group_path = g.path
from device d join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
where d.customer_id = a.customer_id and d.device_id = a.device_id;
alter table bill_adjustment alter column group_path set not null;
