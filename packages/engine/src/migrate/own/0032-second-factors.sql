-- What people sign in with besides their password. Of an app's codes "secret" (encrypted where the deployment has a key) and the
-- last step that was used; of a passkey its public key. It is in use from "confirmed_at" on.
create table nonet.second_factor (
  id uuid primary key default nonet.uuid(),
  user_id uuid not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  secret text,
  last_step bigint,
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  used_at timestamptz
);
create index second_factor_by_user on nonet.second_factor (user_id);

create table nonet.recovery_code (
  code_hash bytea primary key,
  user_id uuid not null
);
create index recovery_code_by_user on nonet.recovery_code (user_id);

-- A sign-in whose password fits and whose second factor is still to be given, or to be set up. It opens nothing.
create table nonet.pending_sign_in (
  token_hash bytea primary key,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  attempts int not null default 0
);

-- The challenge of a passkey that somebody is asked for, or sets up: of a session or of a pending sign-in, by its token.
create table nonet.passkey_challenge (
  token_hash bytea primary key,
  challenge text not null,
  expires_at timestamptz not null
);

alter table nonet.session add column second_factor boolean not null default false;
alter table nonet.api_token add column second_factor boolean not null default false;

create or replace function nonet.end_access() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from nonet.credential where user_id = old.id;
    delete from nonet.identity where user_id = old.id;
    delete from nonet.saved_view where user_id = old.id;
    delete from nonet.login_attempt where email = lower(old.email);
    delete from nonet.session where user_id = old.id;
    delete from nonet.known_browser where user_id = old.id;
    delete from nonet.second_factor where user_id = old.id;
    delete from nonet.recovery_code where user_id = old.id;
  elsif old."_deleted_at" is null and new."_deleted_at" is not null then
    delete from nonet.session where user_id = old.id;
  elsif old.email is not distinct from new.email then
    return null;
  end if;
  delete from nonet.pending_sign_in where user_id = old.id;
  -- A new address may be another person's, too: what was made under the former one opens nothing any more.
  delete from nonet.password_link where user_id = old.id;
  delete from nonet.api_token where user_id = old.id;
  return null;
end $$;
