--! no-transaction
-- The accounts of an external broker follow the devices deleted in the last minute.
create index concurrently device_deleted on device (deleted_at) where deleted_at is not null;
