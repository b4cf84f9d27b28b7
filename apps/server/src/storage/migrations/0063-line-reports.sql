-- State of a serial line and its last frames. The process that holds the connection of the DTU
-- writes it while a user looks at the line monitor.
create table line_report (
  customer_id integer not null,
  device_id integer not null,
  reported_at timestamptz not null,
  report jsonb not null,
  primary key (customer_id, device_id)
);
