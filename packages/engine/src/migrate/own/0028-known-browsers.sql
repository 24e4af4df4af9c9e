-- Browsers in which somebody has signed in with their password: attempts from elsewhere do not keep them from signing in.
create table nonet.known_browser (
  token_hash bytea not null,
  user_id uuid not null,
  used_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_browser_by_user on nonet.known_browser (user_id, used_at);

-- When somebody was last sent word that others try their password.
alter table nonet.credential add column warned_at timestamptz;

create or replace function nonet.end_access() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from nonet.credential where user_id = old.id;
    delete from nonet.identity where user_id = old.id;
    delete from nonet.saved_view where user_id = old.id;
    delete from nonet.login_attempt where email = lower(old.email);
    delete from nonet.session where user_id = old.id;
    delete from nonet.known_browser where user_id = old.id;
  elsif old."_deleted_at" is null and new."_deleted_at" is not null then
    delete from nonet.session where user_id = old.id;
  elsif old.email is not distinct from new.email then
    return null;
  end if;
  -- A new address may be another person's, too: what was made under the former one opens nothing any more.
  delete from nonet.password_link where user_id = old.id;
  delete from nonet.api_token where user_id = old.id;
  return null;
end $$;
