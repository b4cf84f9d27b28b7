-- How often a program may ask with a key. per_minute null: as the installation has it (keys of before
-- limits); per_day null: as often as it likes.
alter table api_key add column per_minute integer check (per_minute > 0);
alter table api_key add column per_day integer check (per_day > 0);

-- One row of a key, written at every request: how many processes there are does not matter. `second`
-- is the newest one counted, since 1970; `seconds` holds the counts from it backwards, 61 of them.
create table api_key_use (
  customer_id integer not null,
  api_key_id integer not null,
  second bigint not null,
  seconds smallint[] not null,
  -- In the customer's zone.
  day date not null,
  used integer not null,
  refused integer not null,
  primary key (customer_id, api_key_id)
) with (fillfactor = 50);
