-- The first steps of a new organisation are computed from its data, except what no data shows: that
-- an administrator has checked zone, currency and settlement day, that a test notification was
-- accepted, and that a user has dismissed the list.
alter table customer add column organisation_checked boolean not null default false;
alter table user_account add column first_steps_dismissed boolean not null default false;
alter table notification_profile add column test_accepted boolean not null default false;

-- Organisations that exist have passed their first day.
update customer set organisation_checked = true;
update user_account set first_steps_dismissed = true;
