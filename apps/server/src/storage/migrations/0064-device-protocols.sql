-- The protocol that a device speaks over MQTT: our own, or that of another manufacturer. It is set
-- when the device is registered and decides its topics on the embedded broker.
alter table device add column protocol text not null default 'busbar';

alter table device add constraint device_protocol_known
  check (protocol in ('busbar', 'shelly', 'tasmota')) not valid;
