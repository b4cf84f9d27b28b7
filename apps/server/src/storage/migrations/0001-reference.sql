-- Reference data: the same for every customer, replicated on Citus.
create table zone (
  zone_id integer primary key,
  iana_name text not null unique,
  english_name text not null,
  chinese_name text not null,
  sort_order integer not null
);

create table currency (
  currency_id integer primary key,
  code text not null unique,
  english_name text not null,
  chinese_name text not null,
  symbol text not null
);

create table device_type (
  device_type_id integer primary key,
  name text not null unique,
  kind text not null check (kind in ('main', 'gateway', 'hidden', 'dtu', 'meter')),
  expected_interval_s integer not null
);

-- Secrets and settings of the installation, generated at first start.
create table installation (
  name text primary key,
  value text not null
);
