-- A product may be in one schema with the engine's own tables, which begin with "_nonet_" there (store/schema-names.ts). What is
-- noted of changes has the names that statements use, wherever the tables are.
drop trigger tells_insert on nonet.notice;
drop trigger tells_update on nonet.notice;
drop trigger tells_delete on nonet.notice;
create trigger tells_insert after insert on nonet.notice
  referencing new table as changed_ for each statement execute function nonet.tell_change('notice');
create trigger tells_update after update on nonet.notice
  referencing new table as changed_ for each statement execute function nonet.tell_change('notice');
create trigger tells_delete after delete on nonet.notice
  referencing old table as changed_ for each statement execute function nonet.tell_change('notice');

create or replace function nonet.are_being_changed(names text[]) returns boolean language sql volatile as $$
  select exists (
    select from pg_locks l join pg_class c on c.oid = l.relation
    where l.locktype = 'relation' and l.granted and l.pid is distinct from pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      and l.mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
      and c.relkind = 'r' and c.relnamespace in ('product'::regnamespace, 'nonet'::regnamespace)
      and (c.relname = any(names) or (c.relname = '_nonet_notice' and 'notice' = any(names))
        or (c.relnamespace = 'product'::regnamespace and not starts_with(c.relname, '_nonet_') and exists (
          select from unnest(names) name left join pg_class v on v.oid = to_regclass(quote_ident(name))
          where v.relkind = 'v' or (v.oid is null and name <> 'notice'))))
  )
$$;
