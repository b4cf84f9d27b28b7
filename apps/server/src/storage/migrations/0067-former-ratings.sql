-- Ratings of a device before they were changed, in order of time: an array of objects with `until`
-- (epoch ms), `voltageV` and `currentA` (null if unknown). Energy that was used before a change is
-- checked with the ratings of its time. Null if the ratings have not changed since energy was
-- counted.
alter table device add column former_ratings jsonb;
