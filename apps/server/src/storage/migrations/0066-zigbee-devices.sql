-- Devices behind a Zigbee2MQTT bridge. A row remains when its device is deleted: the number of a
-- slave is never given to another Zigbee device of the bridge.
create table zigbee_device (
  customer_id integer not null,
  -- The bridge.
  gateway_id integer not null,
  -- `slave_address` of the device: its number on the platform.
  slave_address integer not null check (slave_address between 1 and 20),
  -- Identity in the Zigbee network: 0x and 16 hexadecimal digits. The name may change.
  ieee_address text not null,
  -- Properties of the device, as the bridge described them last.
  exposes jsonb not null,
  primary key (customer_id, gateway_id, slave_address)
);
create unique index zigbee_device_by_address
  on zigbee_device (customer_id, gateway_id, ieee_address);

alter table device drop constraint device_protocol_known;
alter table device add constraint device_protocol_known
  check (protocol in ('busbar', 'shelly', 'tasmota', 'zigbee2mqtt')) not valid;
