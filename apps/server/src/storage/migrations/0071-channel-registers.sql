-- True if the newest registers of a Tasmota relay count this relay only, false if they count the whole
-- device: the step between the two must not be billed. Null for other devices, and until the first
-- registers.
alter table device_state add column counts_channel boolean;
