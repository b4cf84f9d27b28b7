-- Back-channel logout of OpenID Connect: the provider names its session (`sid`), of which a hash is
-- stored; null if it named none.
alter table session add column provider_sid_hash bytea;
alter table sign_in_challenge
  add column provider_sid_hash bytea,
  -- The account at the provider that was confirmed.
  add column provider_subject text;

-- Logout tokens that were accepted: each works once, and a sign-in in progress that it concerns opens
-- no session.
create table provider_logout (
  customer_id integer not null,
  -- Hash of issuer and `jti`.
  logout_hash bytea not null,
  issuer text not null,
  -- Null if the token names a session only.
  subject text,
  -- Null if the token ends all sessions of the account.
  sid_hash bytea,
  received_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (customer_id, logout_hash)
);
create index provider_logout_expiry on provider_logout (expires_at);
