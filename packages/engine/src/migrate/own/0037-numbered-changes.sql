-- The changes of a table are numbered, so that an answer that was read from it can be kept until it changes. Sequences
-- don't wait for each other. Names share one of 64: their changes then count for each other, which is only too careful.
do $$ begin
  for bucket in 0 .. 63 loop
    execute format('create sequence nonet.changes_%s', bucket);
  end loop;
end $$;

create function nonet.number_change(name text) returns void language sql volatile as $$
  select nextval(('nonet.changes_' || (hashtext(name) & 63))::regclass)
$$;

-- The numbers of the last changes of tables. A statement that sees a change also sees its number or a later one.
create function nonet.last_changes(names text[]) returns text language sql volatile as $$
  select string_agg(coalesce(pg_sequence_last_value(('nonet.changes_' || (hashtext(name) & 63))::regclass), 0)::text, ' ' order by place)
  from unnest(names) with ordinality tables_ (name, place)
$$;

-- Whether a transaction in progress may have changed one of these tables. A view of a former version stands for any.
create function nonet.are_being_changed(names text[]) returns boolean language sql volatile as $$
  select exists (
    select from pg_locks l join pg_class c on c.oid = l.relation
    where l.locktype = 'relation' and l.granted and l.pid is distinct from pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and l.mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      and c.relkind = 'r' and c.relnamespace in ('product'::regnamespace, 'nonet'::regnamespace)
      and (c.relname = any(names) or (c.relnamespace = 'product'::regnamespace and exists (
        select from unnest(names) name left join pg_class v on v.oid = to_regclass(quote_ident(name))
        where v.relkind = 'v' or (v.oid is null and name <> 'notice'))))
  )
$$;

-- `last_changes` if none of these tables has uncommitted changes with those numbers: what is read of them from now on
-- belongs to these numbers, or to later ones. Else null.
create function nonet.settled_changes(names text[]) returns text language plpgsql volatile as $$
declare
  numbers constant text := nonet.last_changes(names);
begin
  return case when nonet.are_being_changed(names) then null else numbers end;
end $$;

create or replace function nonet.tell_change() returns trigger language plpgsql as $$
declare
  ids text[] := array(select "id"::text from changed_ limit 65);
  name constant text := coalesce(tg_argv[0], tg_table_name);
begin
  if cardinality(ids) = 0 then return null; end if;
  perform nonet.number_change(name);
  if current_setting('nonet.filling', true) = 'on' then return null; end if;
  perform pg_notify('nonet_change', name || case when cardinality(ids) > 64 then '' else ' ' || array_to_string(ids, ' ') end);
  return null;
end $$;
