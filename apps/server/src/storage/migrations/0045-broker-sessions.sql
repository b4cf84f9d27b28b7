-- Durable sessions of the platform at an external MQTT broker. Each process holds one under a lease.
-- A session whose lease has run out still receives messages at the broker: another process adopts it.
create table broker_session (
  -- The client identifier is busbar-{session_number}. Number 0 receives a copy of every message.
  session_number integer primary key,
  -- Process that holds the session; null: released.
  holder text,
  leased_until timestamptz not null,
  -- Last time a holder was connected with nothing left to receive: everything the broker has queued
  -- for the session arrived later. Null: never held.
  caught_up_at timestamptz
);
