-- Users as administrators see and keep them, and the second factor of signing in.
alter table user_account add column last_sign_in_at timestamptz;
create index user_account_of_group on user_account (customer_id, group_id);

-- The key both sides count codes from. Not confirmed: shown, and of no effect yet.
create table second_factor (
  customer_id integer not null,
  user_id integer not null,
  secret bytea not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  -- The latest span of 30 s a code of which was taken: each counts once.
  last_step bigint not null default -1,
  primary key (customer_id, user_id)
);

create table recovery_code (
  customer_id integer not null,
  user_id integer not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (customer_id, user_id, code_hash)
);

-- Somebody gave the right password and has still to give a code. The password's hash says which one it was.
create table sign_in_challenge (
  challenge_hash bytea primary key,
  customer_id integer not null,
  user_id integer not null,
  password_hash text not null,
  must_change_password boolean not null,
  from_browser boolean not null,
  expires_at timestamptz not null
);
create index sign_in_challenge_of_user on sign_in_challenge (customer_id, user_id);

-- A link in a mail with which a new user chooses the first password.
create table invitation (
  token_hash bytea primary key,
  customer_id integer not null,
  user_id integer not null,
  password_hash text not null,
  expires_at timestamptz not null
);
create index invitation_of_user on invitation (customer_id, user_id);

create index operation_log_of_sign_ins on operation_log (customer_id, user_id, logged_at desc)
  where module = 'Sign-in';
