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

-- The number of simulated breakers of the installation is limited. A customer sees only its own rows.
create function count_simulated_devices() returns integer
language sql stable security definer set search_path = public, pg_temp as
$$ select count(*)::integer from device where simulated and deleted_at is null $$;
