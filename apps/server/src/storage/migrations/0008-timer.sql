-- Several slaves of one gateway are moved by one message: a command of its own each, and the id the
-- gateway gets and names in its answers.
alter table command add column message_id uuid;
create index command_of_message on command (customer_id, message_id) where message_id is not null;

-- What a gateway last said of all its slaves when it was asked.
create table slave_table (
  customer_id integer not null,
  device_id integer not null,
  slots jsonb not null,
  read_at timestamptz not null,
  primary key (customer_id, device_id)
);
