-- Which of the six languages the customer's users may choose.
alter table customer add column languages text[] not null default '{zh,en,ar,fr,ru,es}'
  check (cardinality(languages) > 0);

-- Messages of devices the platform expects of the customer in a local day; null: without a limit.
alter table customer add column most_messages integer check (most_messages > 0);

-- Messages that were stored, by the customer's local day, those over the limit too. Told: the
-- highest mark (per cent of the limit) somebody was told of.
create table message_day (
  customer_id integer not null,
  day date not null,
  messages bigint not null,
  told smallint not null default 0,
  primary key (customer_id, day)
);
create index message_day_by_day on message_day (day);
