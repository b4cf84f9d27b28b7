-- When the switch came to stand as it does: a device that reports the same again, as after each
-- reconnect, has not moved. Null in rows of before: the time of the report counts.
alter table device_state add column switch_since timestamptz;

-- Counts the savings of a template: who saves names the one that was opened.
alter table protection_template add column version integer not null default 1;
