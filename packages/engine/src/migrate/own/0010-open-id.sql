-- By what name an OpenID Connect provider knows a user. It holds from the first sign-in on, whatever becomes of addresses.
create table nonet.identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  bound_at timestamptz not null,
  primary key (issuer, subject),
  unique (issuer, user_id)
);
create index identity_by_user on nonet.identity (user_id);

-- Sign-ins that are with a provider, by the hash of their state. Each comes back once, to the browser that began it.
create table nonet.open_id_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  next text not null,
  login_attempt bigint not null,
  expires_at timestamptz not null
);

alter table nonet.login_attempt add column id bigint generated always as identity;
