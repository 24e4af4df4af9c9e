-- What an auditor asks for: who signed in, failed to, got other roles, made a token, exported, was refused. Never a secret, and
-- no value of a record. "position" and "hash" are set soon after: each hash covers its event and the hash before it, so that
-- nothing can be changed or taken out unnoticed.
create table nonet.security_event (
  id uuid primary key default nonet.uuid(),
  at timestamptz not null default now(),
  kind text not null,
  actor uuid,
  subject uuid,
  network text,
  detail jsonb not null default '{}',
  position bigint unique,
  hash text
);
create index security_event_unchained on nonet.security_event (at) where position is null;
create index security_event_by_time on nonet.security_event (at);

-- How far the events were sent to a place outside.
create table nonet.security_event_target (
  target text primary key,
  position bigint not null
);

-- The text of an event that its hash covers; verify.ts puts it together in the same way.
create function nonet.security_event_text(e nonet.security_event) returns text language sql stable as $$
  select concat_ws(E'\x1f', e.position::text, e.id::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    e.kind, coalesce(e.actor::text, '-'), coalesce(e.subject::text, '-'), coalesce(e.network, '-'), e.detail::text)
$$;

-- Gives the events that are new their places in the chain, in the order of their times; how many there were.
create function nonet.chain_security_events() returns int language plpgsql as $$
declare
  place bigint;
  before text;
  e nonet.security_event;
  count int := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('nonet.security_event', 0));
  select s.position, s.hash into place, before from nonet.security_event s where s.position is not null order by s.position desc limit 1;
  place := coalesce(place, 0);
  before := coalesce(before, '');
  for e in select * from nonet.security_event s where s.position is null order by s.at, s.id limit 1000 loop
    place := place + 1;
    e.position := place;
    before := encode(sha256(convert_to(before || E'\n' || nonet.security_event_text(e), 'UTF8')), 'hex');
    update nonet.security_event s set position = place, hash = before where s.id = e.id;
    count := count + 1;
  end loop;
  return count;
end $$;

-- Whoever changes a user's roles, or whether they may sign in, is noted, by whatever way it is done.
create function nonet.note_account_change() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  is_now jsonb := to_jsonb(new);
begin
  if was -> 'roles' is distinct from is_now -> 'roles' then
    insert into nonet.security_event (kind, actor, subject, detail) values
      ('roles changed', new."updated_by", new.id, jsonb_build_object('from', was -> 'roles', 'to', is_now -> 'roles'));
  end if;
  if coalesce((was -> 'disabled')::text, 'false') is distinct from coalesce((is_now -> 'disabled')::text, 'false') then
    insert into nonet.security_event (kind, actor, subject) values
      (case when is_now -> 'disabled' = 'true' then 'account disabled' else 'account enabled' end, new."updated_by", new.id);
  end if;
  return null;
end $$;
