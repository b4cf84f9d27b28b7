-- Figures behind an alarm that its value and limit do not contain (packages/domain, AlarmFacts):
-- lamps and power of a lamp group, reporting interval, command. Null: none are known.
alter table alarm add column facts jsonb;
