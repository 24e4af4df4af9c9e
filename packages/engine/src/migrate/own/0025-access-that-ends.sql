-- What somebody can sign in with ends with their account: nothing of it is left when the account is gone; while it is only
-- hidden, what restores it finds their password and what providers know them by.
create function nonet.end_access() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from nonet.credential where user_id = old.id;
    delete from nonet.identity where user_id = old.id;
    delete from nonet.saved_view where user_id = old.id;
    delete from nonet.login_attempt where email = lower(old.email);
    delete from nonet.session where user_id = old.id;
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

-- What deleted accounts have left behind, before this was so.
do $$
declare
  kept text;
begin
  if to_regclass('product."user"') is not null then
    foreach kept in array array['credential', 'identity', 'saved_view', 'session', 'password_link', 'api_token'] loop
      execute format('delete from nonet.%I k where not exists (select from product."user" u where u.id = k.user_id)', kept);
    end loop;
  end if;
end $$;
