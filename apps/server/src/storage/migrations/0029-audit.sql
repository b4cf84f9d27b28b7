-- The audit trail: what was done and by whom, in rows that are only ever added. Each customer's
-- rows are chained by hashes (docs/adr/0019). The operation log is a view on it.
alter table operation_log rename to audit_entry;
alter table audit_entry rename column operation_log_id to audit_entry_id;
alter sequence operation_log_operation_log_id_seq rename to audit_entry_audit_entry_id_seq;
alter index operation_log_pkey rename to audit_entry_pkey;
alter index operation_log_by_time rename to audit_entry_by_time;
alter index operation_log_of_device rename to audit_entry_of_device;
-- access: signing in and out, passwords, files taken along.
alter table audit_entry add column kind text not null default 'operation'
  check (kind in ('operation', 'access'));

create view operation_log as
  select customer_id, audit_entry_id as operation_log_id, logged_at, user_id, user_name, device_id,
    device_code, group_id, module, command, command_id, status, detail, client_address
  from audit_entry;

-- One for each entry, in the order in which they were sealed: 1, 2, 3 … of a customer.
create table audit_seal (
  customer_id integer not null,
  seq bigint not null check (seq > 0),
  audit_entry_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (customer_id, seq),
  unique (customer_id, audit_entry_id)
);

-- Entries that wait for their seal, about a second long.
create table audit_unsealed (
  customer_id integer not null,
  audit_entry_id bigint not null,
  primary key (customer_id, audit_entry_id)
);

-- Where each chain stands; it only ever grows.
create table audit_head (
  customer_id integer not null primary key,
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32)
);

-- Heads as they stood, written every hour here and to the program's log.
create table audit_head_export (
  customer_id integer not null,
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  exported_at timestamptz not null,
  primary key (customer_id, seq)
);

-- Up to where old entries have gone: the chain begins after the last of them.
create table audit_checkpoint (
  customer_id integer not null,
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  entries integer not null,
  forgotten_at timestamptz not null default now(),
  primary key (customer_id, seq)
);

insert into audit_unsealed (customer_id, audit_entry_id)
  select customer_id, audit_entry_id from audit_entry;

create function audit_await_seal() returns trigger language plpgsql as $$
begin
  -- A restore brings the line along. An entry that is kept out of it so is found: no chain leads to it.
  if current_setting('busbar.restoring', true) = 'on' then return null; end if;
  insert into audit_unsealed (customer_id, audit_entry_id)
    select customer_id, audit_entry_id from added on conflict do nothing;
  return null;
end $$;
create trigger audit_await_seal after insert on audit_entry
  referencing new table as added for each statement execute function audit_await_seal();

-- The wall. Whoever owns a table can take it down, and the chain tells; nobody else passes. Deleting
-- is for audit_forget alone: it runs as the owner, and no setting makes another role the owner.
create function audit_refuse() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('busbar.audit_forget', true) = 'on'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception 'rows of % are never changed or deleted', tg_table_name
    using errcode = 'insufficient_privilege';
end $$;
create trigger audit_refuse before update or delete or truncate on audit_entry
  for each statement execute function audit_refuse();
create trigger audit_refuse before update or delete or truncate on audit_seal
  for each statement execute function audit_refuse();
create trigger audit_refuse before update or delete or truncate on audit_head_export
  for each statement execute function audit_refuse();
create trigger audit_refuse before update or delete or truncate on audit_checkpoint
  for each statement execute function audit_refuse();
create trigger audit_refuse before delete or truncate on audit_head
  for each statement execute function audit_refuse();

create function audit_grow() returns trigger language plpgsql as $$
begin
  if new.customer_id = old.customer_id and new.seq > old.seq then return new; end if;
  raise exception 'the head of an audit trail only grows' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_grow before update on audit_head for each row execute function audit_grow();

-- Old entries of one customer go in one span from the beginning of its chain, at most so many, all
-- of them logged before the instant and more than a year ago by the database's own clock. The hash
-- where the span ends stays. Answers nothing when there is nothing to forget.
create function audit_forget(of_customer integer, before timestamptz, most integer)
returns table (through_seq bigint, through_hash text, gone integer)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  edge constant timestamptz := least(before, now() - interval '366 days');
  base bigint;
  young bigint;
  last bigint;
begin
  -- One at a time with the sealing of this customer.
  perform 1 from audit_head h where h.customer_id = of_customer for update;
  select coalesce(max(c.seq), 0) into base from audit_checkpoint c where c.customer_id = of_customer;
  select min(s.seq) filter (where e.logged_at >= edge), max(s.seq) into young, last
  from (select a.seq, a.audit_entry_id from audit_seal a
      where a.customer_id = of_customer and a.seq > base order by a.seq limit most) s
    join audit_entry e on e.customer_id = of_customer and e.audit_entry_id = s.audit_entry_id;
  last := coalesce(young - 1, last);
  if last is null or last <= base then return; end if;
  insert into audit_checkpoint (customer_id, seq, hash, entries)
    select of_customer, s.seq, s.hash, last - base from audit_seal s
    where s.customer_id = of_customer and s.seq = last;
  perform set_config('busbar.audit_forget', 'on', true);
  delete from audit_entry e using audit_seal s
    where s.customer_id = of_customer and s.seq <= last
      and e.customer_id = of_customer and e.audit_entry_id = s.audit_entry_id;
  delete from audit_seal s where s.customer_id = of_customer and s.seq <= last;
  delete from audit_head_export h where h.customer_id = of_customer and h.seq < last;
  perform set_config('busbar.audit_forget', 'off', true);
  return query select c.seq, encode(c.hash, 'hex'), c.entries from audit_checkpoint c
    where c.customer_id = of_customer and c.seq = last;
end $$;
revoke execute on function audit_forget from public;
