-- A change of the document that is being prepared beside the storage in use: from which document to which. What is made
-- for it in the schema "product" has names that begin with "_next_" until the change is done.
create table nonet.change (
  only_one boolean primary key default true check (only_one),
  from_hash text not null,
  to_hash text not null,
  started_at timestamptz not null default now()
);

-- How far the new columns of a table are filled, by id.
create table nonet.backfill (
  table_name text primary key,
  last uuid,
  filled boolean not null default false
);

-- Records that were written while a change is prepared: they are filled and judged again.
create table nonet.touched (
  table_name text not null,
  record uuid not null
);
create index touched_record on nonet.touched (table_name, record);

-- What fills new columns says so (nonet.filling): it is no change of a record.
create function nonet.note_touched() returns trigger language plpgsql as $$
begin
  if current_setting('nonet.filling', true) = 'on' then return null; end if;
  insert into nonet.touched (table_name, record) select tg_table_name, "id" from changed_;
  return null;
end $$;

create or replace function nonet.tell_change() returns trigger language plpgsql as $$
declare
  ids text[];
begin
  if current_setting('nonet.filling', true) = 'on' then return null; end if;
  ids := array(select "id"::text from changed_ limit 65);
  if cardinality(ids) > 0 then
    perform pg_notify('nonet_change', tg_table_name || case when cardinality(ids) > 64 then '' else ' ' || array_to_string(ids, ' ') end);
  end if;
  return null;
end $$;
