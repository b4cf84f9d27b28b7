-- The customer as the issuer of bills, once saved. A null tax rate: bills have no tax line.
create table bill_issuer (
  customer_id integer not null,
  name text not null,
  address text not null,
  tax_number text not null,
  tax_name text not null,
  tax_rate numeric check (tax_rate between 0 and 100 and scale(tax_rate) <= 3),
  primary key (customer_id)
);

-- The addressee of a group's bills. Defaults to the name of the group.
create table bill_addressee (
  customer_id integer not null,
  group_id integer not null,
  name text not null,
  address text not null,
  tax_number text not null,
  primary key (customer_id, group_id)
);

-- A bill as it was issued. Its file is always rendered from the document, never from later data.
create table issued_bill (
  customer_id integer not null,
  issued_bill_id bigint generated always as identity,
  number text not null,
  group_id integer not null,
  group_name text not null,
  start_day date not null,
  language text not null,
  document jsonb not null,
  issued_at timestamptz not null,
  issued_by integer not null,
  primary key (customer_id, issued_bill_id),
  unique (customer_id, number),
  unique (customer_id, group_id, start_day)
);
create index issued_bill_of_period on issued_bill (customer_id, start_day);

create trigger issued_bill_fixed before update or delete or truncate on issued_bill
  for each statement execute function audit_refuse();
