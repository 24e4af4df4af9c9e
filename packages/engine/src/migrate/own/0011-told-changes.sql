-- Tells whoever listens which records a statement has changed, by table and id and nothing more, when its transaction
-- commits. Beyond some records the table alone is told.
create function nonet.tell_change() returns trigger language plpgsql as $$
declare
  ids text[] := array(select "id"::text from changed_ limit 65);
begin
  if cardinality(ids) > 0 then
    perform pg_notify('nonet_change', tg_table_name || case when cardinality(ids) > 64 then '' else ' ' || array_to_string(ids, ' ') end);
  end if;
  return null;
end $$;

-- And whose sessions and tokens have ended.
create function nonet.tell_ended() returns trigger language plpgsql as $$
declare
  users text[] := array(select distinct user_id::text from changed_ limit 65);
begin
  if cardinality(users) > 0 then
    perform pg_notify('nonet_ended', case when cardinality(users) > 64 then '' else array_to_string(users, ' ') end);
  end if;
  return null;
end $$;

create trigger tells_ended after delete on nonet.session
  referencing old table as changed_ for each statement execute function nonet.tell_ended();
create trigger tells_ended after delete on nonet.api_token
  referencing old table as changed_ for each statement execute function nonet.tell_ended();
