-- Sign-in through a provider of OpenID Connect, one for each customer (docs/adr/0087).
create table identity_provider (
  customer_id integer primary key,
  -- Random part of the sign-in address, so that a stranger cannot find out which customers have a
  -- provider.
  sign_in_key text not null,
  -- Shown on the button.
  name text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed.
  client_secret text not null,
  group_claim text not null,
  -- Creates a user at the first sign-in.
  creates_users boolean not null,
  -- Users of the provider who also have a password may sign in with it.
  allows_passwords boolean not null,
  -- Grows with each change. The first one is random, so that a provider that is created after
  -- another one was deleted does not have its revisions.
  revision integer not null,
  changed_at timestamptz not null
);

-- Groups of the provider and what they give. The first row that matches is applied.
create table identity_provider_group (
  customer_id integer not null,
  position smallint not null,
  provider_group text not null,
  -- As in user_account.
  role text not null,
  custom_role_id integer,
  group_id integer not null,
  primary key (customer_id, position)
);

-- The account at a provider with which a user signs in: issuer and subject, never a mail address.
create table external_identity (
  customer_id integer not null,
  user_id integer not null,
  issuer text not null,
  subject text not null,
  -- The provider created the user, and its groups decide the role; otherwise the user linked the
  -- account.
  is_created boolean not null,
  linked_at timestamptz not null,
  primary key (customer_id, user_id)
);
create unique index external_identity_subject on external_identity (customer_id, issuer, subject);

-- A sign-in that a browser has begun and whose answer has not arrived. Only hashes are stored: the
-- browser has the secret from which the nonce and the verifier of PKCE are derived.
create table sso_attempt (
  customer_id integer not null,
  state_hash bytea not null,
  browser_hash bytea not null,
  -- The provider with which the sign-in began.
  issuer text not null,
  revision integer not null,
  return_path text not null,
  -- The user who links an account, and the session; null to sign in.
  user_id integer,
  token_hash bytea,
  expires_at timestamptz not null,
  primary key (customer_id, state_hash)
);
create index sso_attempt_expiry on sso_attempt (expires_at);

-- False for a user that a provider created. The password hash of such a user matches no password.
alter table user_account add column has_password boolean not null default true;

-- The provider that confirmed the user, null for a password, and its sealed ID token, which it needs
-- to sign out. A large token is not stored.
alter table session add column provider_issuer text, add column id_token text;
alter table sign_in_challenge
  add column provider_issuer text,
  add column provider_revision integer,
  add column id_token text;
