-- A template belongs to the group of the user who saved it first. Users of that group and the groups
-- above change it; the groups below use it. Templates saved before belong to the root group.
alter table protection_template add column group_id integer;
update protection_template t set group_id = g.group_id
from user_group g
where g.customer_id = t.customer_id and g.parent_id is null;
alter table protection_template alter column group_id set not null;
