-- Two versions at once. A process of the former version goes on beside the new one where a schema has views by which it finds
-- what it knows ("former_" and the beginning of the hash of what it does). "former_behaviour" is that hash as long as the
-- schema is there; "names" how often names had been renamed when the version was put to use.
alter table nonet.version add column former_behaviour text;
alter table nonet.version add column names int;

create function nonet.former_schema(behaviour text) returns text language sql immutable as
  $$select 'former_' || left(behaviour, 12)$$;

-- What a connection of a serving process does, as a hash; null for all others.
create function nonet.behaviour() returns text language sql stable as
  $$select nullif(current_setting('nonet.behaviour', true), '')$$;

-- A connection of a process that serves a version holds two locks as long as it lives: the one of all who serve, and the one
-- of its version. Who closes a version takes that lock for itself.
create or replace function nonet.serve_version(version int) returns void language plpgsql as $$
declare
  own nonet.version;
begin
  perform pg_advisory_lock_shared(1936028005);
  perform pg_advisory_lock_shared(1936028005, version);
  select * into own from nonet.version v where v.number = serve_version.version;
  if exists (select from nonet.version v where v.number > version and not v.keeps_former
             and v.former_behaviour is distinct from own.behaviour_hash)
     and own.behaviour_hash is distinct from (select behaviour_hash from nonet.version order by number desc limit 1) then
    perform pg_advisory_unlock_shared(1936028005, version);
    perform pg_advisory_unlock_shared(1936028005);
    raise exception 'Version % of the document is no longer in use.', version using errcode = '57P90';
  end if;
  perform set_config('nonet.behaviour', coalesce(own.behaviour_hash, ''), false);
  perform set_config('nonet.names', coalesce(own.names::text, ''), false);
  perform set_config('search_path', nonet.former_schema(coalesce(own.behaviour_hash, 'none')) || ', product, public', false);
end
$$;

-- The names that this connection reads and writes: of its version, else of the one in use.
create or replace function nonet.names() returns int language sql stable as
  $$select coalesce(nullif(current_setting('nonet.names', true), '')::int, (select names from nonet.product), 0)$$;

-- Entries that a later version has written are read by the former names.
create or replace function nonet.by_new_names(entry nonet.history) returns nonet.history language plpgsql stable as $$
declare
  wanted constant int := nonet.names();
begin
  for step in entry.names .. wanted - 1 loop
    execute format('select * from nonet.history_names_%s($1)', step) into entry using entry;
  end loop;
  for step in reverse entry.names - 1 .. wanted loop
    exit when to_regproc(format('nonet.history_former_names_%s', step)) is null;
    execute format('select * from nonet.history_former_names_%s($1)', step) into entry using entry;
  end loop;
  return entry;
end
$$;

-- A table that has another name in the former version notifies by both.
create or replace function nonet.tell_change() returns trigger language plpgsql as $$
declare
  ids text[];
begin
  if current_setting('nonet.filling', true) = 'on' then return null; end if;
  ids := array(select "id"::text from changed_ limit 65);
  if cardinality(ids) > 0 then
    perform pg_notify('nonet_change', coalesce(tg_argv[0], tg_table_name) || case when cardinality(ids) > 64 then '' else ' ' || array_to_string(ids, ' ') end);
  end if;
  return null;
end $$;
