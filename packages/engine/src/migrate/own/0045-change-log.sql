-- What transactions have changed is logged in the same statement, and read by whoever wants to know it. Notifying
-- (`pg_notify`) took one lock of the whole server for each commit, the flush to the disk included.
--
-- Three tables take turns of five minutes, so that the oldest is emptied as a whole. They are not in the server's log: after
-- a crash they are empty, and every reader has lost its connection and counts everything as changed.
do $$ begin
  for turn in 0 .. 2 loop
    execute format('create unlogged table nonet.change_log_%s (
      transaction xid8 not null default pg_current_xact_id(), kind text not null, payload text not null)', turn);
    execute format('create index change_log_%1$s_transaction on nonet.change_log_%1$s (transaction)', turn);
    -- The tables are emptied before they are worth a look.
    execute format('alter table nonet.change_log_%s set (autovacuum_enabled = off)', turn);
  end loop;
end $$;

create function nonet.change_log_turn() returns int language sql volatile as $$
  select (extract(epoch from clock_timestamp())::bigint / 300 % 3)::int
$$;

create function nonet.log_change(kind text, payload text) returns void language plpgsql as $$
begin
  case nonet.change_log_turn()
    when 0 then insert into nonet.change_log_0 (kind, payload) values (log_change.kind, log_change.payload);
    when 1 then insert into nonet.change_log_1 (kind, payload) values (log_change.kind, log_change.payload);
    else insert into nonet.change_log_2 (kind, payload) values (log_change.kind, log_change.payload);
  end case;
end $$;

-- What was committed between two moments. Transactions of another server, which a restored backup has, may be of the future.
create function nonet.changes_between(seen pg_snapshot, until pg_snapshot)
returns table (kind text, payload text) language plpgsql stable
-- Nothing is known of tables that are filled and emptied all the time, but that their ends are short.
set enable_seqscan = off as $$
declare
  under_way constant xid8[] := array(select pg_snapshot_xip(seen));
  next_one constant xid8 := pg_snapshot_xmax(seen);
begin
  return query select l.kind, l.payload from nonet.change_log_0 l
    where (l.transaction >= next_one or l.transaction = any(under_way)) and pg_visible_in_snapshot(l.transaction, until);
  return query select l.kind, l.payload from nonet.change_log_1 l
    where (l.transaction >= next_one or l.transaction = any(under_way)) and pg_visible_in_snapshot(l.transaction, until);
  return query select l.kind, l.payload from nonet.change_log_2 l
    where (l.transaction >= next_one or l.transaction = any(under_way)) and pg_visible_in_snapshot(l.transaction, until);
end $$;

-- Empties the table whose turn is next, if all that is in it was committed before a moment that every reader has passed.
-- A serving role owns no table: this does it as the owner.
create function nonet.empty_change_log(seen_by_all pg_snapshot) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  name constant text := format('nonet.change_log_%s', (nonet.change_log_turn() + 1) % 3);
  is_needed boolean;
begin
  execute format('lock table %s in access exclusive mode nowait', name);
  execute format('select exists (select from %s) and not exists (
    select from %1$s where transaction >= pg_snapshot_xmin($1) and transaction < pg_snapshot_xmax(pg_current_snapshot()))', name)
    into is_needed using seen_by_all;
  if is_needed then execute format('truncate %s', name); end if;
exception
  -- A transaction that has written to it goes on, or another process empties it.
  when lock_not_available then null;
end $$;

create or replace function nonet.tell_change() returns trigger language plpgsql as $$
declare
  ids text[] := array(select "id"::text from changed_ limit 65);
  name constant text := coalesce(tg_argv[0], tg_table_name);
begin
  if cardinality(ids) = 0 then return null; end if;
  perform nonet.number_change(name), case when current_setting('nonet.filling', true) is distinct from 'on'
    then nonet.log_change('records', name || case when cardinality(ids) > 64 then '' else ' ' || array_to_string(ids, ' ') end) end;
  return null;
end $$;

create or replace function nonet.tell_ended() returns trigger language plpgsql as $$
declare
  users text[] := array(select distinct user_id::text from changed_ limit 65);
begin
  if cardinality(users) > 0 then
    perform nonet.log_change('ended', case when cardinality(users) > 64 then '' else array_to_string(users, ' ') end);
  end if;
  return null;
end $$;
