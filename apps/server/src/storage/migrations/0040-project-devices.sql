-- The devices of a project: those of its lamp groups, and of its towers the device that measures the
-- supply and the breakers of the users. A device belongs to at most one lamp group or tower.
create view project_device with (security_invoker = true) as
  select customer_id, project_id, device_id, lamp_group_id, null::integer as tower_id, name
  from lamp_group where deleted_at is null
  union all
  select customer_id, project_id, device_id, null, tower_id, name
  from tower where deleted_at is null
  union all
  select t.customer_id, t.project_id, u.device_id, null, t.tower_id, t.name
  from tower t join tower_user u on u.customer_id = t.customer_id and u.tower_id = t.tower_id
  where t.deleted_at is null;

-- Views need grants of their own; row-level security comes from the tables below them.
alter function raise_walls() rename to raise_walls_of_tables;
create function raise_walls() returns void language plpgsql as $$
begin
  perform raise_walls_of_tables();
  if (select count(*) from pg_roles
      where rolname in ('busbar_platform', 'busbar_customer')) = 2 then
    grant select on project_device to busbar_platform, busbar_customer;
  end if;
end $$;

-- A project that has towers is a tower project; its type could be changed while it had some.
update project p set type = 'tower'
where type <> 'tower' and deleted_at is null
  and exists (select from tower t where t.customer_id = p.customer_id
    and t.project_id = p.project_id and t.deleted_at is null)
  and not exists (select from lamp_group l where l.customer_id = p.customer_id
    and l.project_id = p.project_id and l.deleted_at is null);

-- Towers of deleted projects kept their devices from any other use.
update tower t set deleted_at = p.deleted_at
from project p
where p.customer_id = t.customer_id and p.project_id = t.project_id
  and p.deleted_at is not null and t.deleted_at is null;
delete from tower_user u using tower t
where t.customer_id = u.customer_id and t.tower_id = u.tower_id and t.deleted_at is not null;
