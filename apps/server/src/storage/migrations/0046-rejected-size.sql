-- Only the beginning of a rejected payload is stored; this is the size it was received with. Null:
-- the payload is stored whole.
alter table rejected_message add column payload_bytes integer;
