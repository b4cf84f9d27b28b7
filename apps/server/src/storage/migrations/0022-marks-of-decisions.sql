-- A mark because of a decision (an override, a tariff, ratings) may name an instant that is being
-- folded without it: unlike a mark of a register it is never passed as folded.
alter table energy_dirty add column of_decision boolean not null default false;
