-- Serial lines to which the platform connects. A line without a row is dialled in by its DTU. An
-- address belongs to one line of one customer, so that nobody can read or switch the meters of
-- another customer whose router admits the address of the platform.
create table outgoing_line (
  -- A name in lower case, or an IP address.
  host text not null,
  port integer not null check (port between 1 and 65535),
  customer_id integer not null,
  device_id integer not null,
  transport text not null check (transport in ('modbus-tcp', 'rtu-over-tcp')),
  -- IP address to which the name led last; the host itself if it is one. Null before the first time.
  address text,
  -- Process that connects (gateway_process); any other may claim the line when it has ended.
  process text,
  -- Why the last attempt to connect has failed; null if it has not.
  trouble text,
  primary key (host, port)
);
create unique index outgoing_line_by_address on outgoing_line (address, port);
create index outgoing_line_of_device on outgoing_line (customer_id, device_id);
