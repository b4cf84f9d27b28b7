-- Position, protection settings and meter of a simulated breaker as its simulator last reported them.
-- They survive a restart of the simulator, so that an open breaker does not close by itself.
create table simulated_breaker (
  customer_id integer not null,
  device_id integer not null,
  state text not null,
  primary key (customer_id, device_id)
);

-- One process runs the simulator of all simulated breakers. When its lease has run out, another one
-- takes over.
create table simulation_lease (
  lease_number integer primary key,
  holder text not null,
  leased_until timestamptz not null
);
