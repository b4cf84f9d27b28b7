-- True for a slave that its gateway has reported as unreachable, although the gateway is connected:
-- such a slave is offline until the gateway reports the opposite, or a new value of it.
alter table device_state add column unreachable boolean not null default false;
