-- The latest reported position of each dry contact, with or without names in dry_node.
create table dry_contact (
  customer_id integer not null,
  device_id integer not null,
  contact smallint not null check (contact in (1, 2)),
  closed boolean not null,
  -- When it was in this position, by the report; an older report changes nothing.
  reported_at timestamptz not null,
  primary key (customer_id, device_id, contact)
);
