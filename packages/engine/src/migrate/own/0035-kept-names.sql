-- How a process of the former version calls what the engine's own tables hold under the names of the version in use.
-- "holder": a table and its column (`number_counter.field`); "was": the name that the process knows.
create table nonet.kept_name (
  behaviour text not null,
  holder text not null,
  was text not null,
  name text not null,
  primary key (behaviour, holder, was)
);

-- The stored name of what this connection's process calls by another one.
create function nonet.stored_name(holder text, was text) returns text language sql stable as
  $$select coalesce((select k.name from nonet.kept_name k
      where k.behaviour = nonet.behaviour() and k.holder = stored_name.holder and k.was = stored_name.was), was)$$;

-- The name by which this connection's process knows what is stored under another one.
create function nonet.known_name(holder text, name text) returns text language sql stable as
  $$select coalesce((select min(k.was) from nonet.kept_name k
      where k.behaviour = nonet.behaviour() and k.holder = known_name.holder and k.name = known_name.name), name)$$;
