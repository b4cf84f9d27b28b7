-- The menu of a role as its customer arranged it. `role`: a built-in one, or the number of an own one.
create table menu_arrangement (
  customer_id integer not null,
  role text not null,
  entries jsonb not null,
  changed_at timestamptz not null,
  primary key (customer_id, role)
);

-- What the platform's administrator set in place of the environment's defaults, a row for each
-- section. Secrets stand apart from what is shown, so that no answer is made of them by accident.
create table platform_setting (
  section text primary key check (section in ('mail', 'maps', 'retention', 'limits', 'brand')),
  value jsonb not null,
  secret text,
  picture bytea,
  picture_type text,
  changed_at timestamptz not null
);
