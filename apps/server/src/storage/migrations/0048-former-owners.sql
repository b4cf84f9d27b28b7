-- Whether another customer had a device before: asked when the device connects.
create index device_formerly_by_code on device (device_code) where deleted_at is not null;
