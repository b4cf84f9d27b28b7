-- Two more built-in roles, and a customer's own ones: a set of permissions under a name. An account
-- with an own role keeps the built-in one it was copied from, for clients that know no others.
alter table user_account drop constraint user_account_role_check;
alter table user_account add constraint user_account_role_check
  check (role in ('platform', 'admin', 'engineer', 'operator', 'viewer', 'auditor'));

create table custom_role (
  customer_id integer not null,
  custom_role_id integer generated always as identity,
  name text not null,
  copied_from text not null check (copied_from in ('admin', 'engineer', 'operator', 'viewer', 'auditor')),
  permissions text[] not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (customer_id, custom_role_id)
);
create unique index custom_role_name on custom_role (customer_id, lower(name));

alter table user_account add column custom_role_id integer;
create index user_account_of_role on user_account (customer_id, custom_role_id)
  where custom_role_id is not null;
