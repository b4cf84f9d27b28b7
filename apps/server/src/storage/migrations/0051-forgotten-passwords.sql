-- A forgotten password is replaced with a link like that of an invitation. It goes to an address that
-- only administrators and the registration set: with the address of notifications, which each user
-- changes in a session, a stolen session could take over the account.
alter table user_account add column reset_mail text not null default '';

-- An address of several users is a mailbox that others read: with it they could take over accounts.
update user_account u set reset_mail = p.mail_address
from notification_profile p
where p.customer_id = u.customer_id and p.user_id = u.user_id
  and not exists (
    select from notification_profile other
    where lower(other.mail_address) = lower(p.mail_address)
      and (other.customer_id, other.user_id) <> (p.customer_id, p.user_id)
  );

alter table invitation add column is_reset boolean not null default false;

-- Requests for a link, of names without an account too, so that the answer takes the same time for
-- every name. A job deletes each one as it sends the mail.
create table password_request (
  request_id bigint generated always as identity primary key,
  account_key text not null,
  language text not null
);
