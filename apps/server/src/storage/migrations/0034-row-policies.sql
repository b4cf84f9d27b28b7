-- The second wall between customers (docs/adr/0023): the server works as one of two roles that own
-- nothing, and the rows of other customers do not exist to the one it serves a customer with.
-- Roles belong to the cluster: another Busbar may have made them, or whoever keeps the server. Where
-- nobody has and this owner may not, the server says so and goes on without the wall (check-walls.ts).
do $$
declare
  name text;
begin
  foreach name in array array['busbar_platform', 'busbar_customer'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation or insufficient_privilege then null;
      end;
    end if;
    -- Whoever made a role may give it, to itself as well (from PostgreSQL 16 on it has to); who was
    -- given it may not, and has it.
    begin
      execute format('grant %I to %I', name, session_user);
    exception when insufficient_privilege or undefined_object then null;
    end;
  end loop;
end $$;

-- Asks the rows as whoever reads it, not as its owner, to whom no policy applies.
alter view operation_log set (security_invoker = true);

-- Names that are unique over all customers: whether one is taken is told, by whom is not.
create function taken_device_codes(codes text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp as
$$ select device_code from device_code where device_code = any(codes) $$;
create function taken_device_ids(ids integer[]) returns setof integer
language sql stable security definer set search_path = public, pg_temp as
$$ select device_id from device_code where device_id = any(ids) $$;
create function is_account_taken(key text) returns boolean
language sql stable security definer set search_path = public, pg_temp as
$$ select exists (select from account_name where account_key = key) $$;
revoke execute on function taken_device_codes, taken_device_ids, is_account_taken from public;

-- Raises the wall around every table that has none; called again after every migration, so that a
-- new table of a customer stands behind it by having a customer_id. Without the roles it does nothing.
create function raise_walls() returns void language plpgsql as $$
declare
  one record;
begin
  if (select count(*) from pg_roles
      where rolname in ('busbar_platform', 'busbar_customer')) < 2 then
    return;
  end if;
  for one in
    select c.oid::regclass as name, c.relrowsecurity as walled,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_id'
        and not a.attisdropped) as owned
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname <> 'schema_migration'
      -- Months that were taken off their table and wait to be dropped.
      and not (c.relkind = 'r' and exists (select from pg_class p
        where p.relnamespace = c.relnamespace and p.relkind = 'p'
          and c.relname ~ ('^' || p.relname || '_[0-9]{4}_[0-9]{2}$')))
  loop
    execute format('grant select, insert, update, delete on %s to busbar_platform', one.name);
    if one.owned and not one.walled then
      execute format('alter table %s enable row level security', one.name);
      execute format('create policy platform on %s to busbar_platform using (true)', one.name);
      execute format($policy$create policy customer on %s to busbar_customer
        using (customer_id = nullif(current_setting('busbar.customer', true), '')::integer)$policy$,
        one.name);
      execute format('grant select, insert, update, delete on %s to busbar_customer', one.name);
    end if;
  end loop;
  grant usage on all sequences in schema public to busbar_platform, busbar_customer;
  grant select, insert on operation_log to busbar_platform, busbar_customer;
  -- What is the same for all customers. Nobody is named in it, or nobody can be found by it.
  grant select on zone, currency, device_type, thinned_before to busbar_customer;
  -- Keys of the installation are the platform's; a limit for all is told.
  if not (select relrowsecurity from pg_class where oid = 'public.installation'::regclass) then
    alter table installation enable row level security;
    create policy platform on installation to busbar_platform using (true);
    create policy customer on installation for select to busbar_customer
      using (name = 'devices_per_customer');
  end if;
  grant select on installation to busbar_customer;
  grant select on schema_migration to busbar_platform;
  -- Failures are counted under names and addresses, of strangers too; a ticket leads to a session by
  -- a hash nobody can be told from.
  grant select, insert, update, delete on throttle, websocket_ticket to busbar_customer;
  grant execute on function audit_forget to busbar_platform;
  grant execute on function taken_device_codes, taken_device_ids, is_account_taken
    to busbar_platform, busbar_customer;
end $$;
revoke execute on function raise_walls from public;

select raise_walls();
