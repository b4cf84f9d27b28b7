--! no-transaction
-- The accounts of an external broker follow the secrets renewed in the last minute.
create index concurrently device_secret_rotated on device (secret_rotated_at);
