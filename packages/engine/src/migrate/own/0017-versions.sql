-- Every document that was put to use, in order: the greatest number is the one in use. "behaviour_hash" is the same for two
-- documents whose products store and do the same, however differently they word it. Where "keeps_former" holds, what a
-- process of the version before writes has a place in this one. "steps" is what was done to the storage, "effects" what else
-- is otherwise for the records and people that were there.
create table nonet.version (
  number int primary key,
  document_hash text not null,
  behaviour_hash text not null,
  title text not null,
  sources jsonb not null,
  put_to_use_at timestamptz not null default now(),
  put_to_use_by text,
  keeps_former boolean not null,
  steps text[] not null,
  effects text[] not null default '{}'
);
insert into nonet.version (number, document_hash, behaviour_hash, title, sources, put_to_use_at, keeps_former, steps)
  select 1, document_hash, document_hash, plan->>'title', plan->'sources', changed_at, false, '{}' from nonet.product;

-- A connection of a process that serves a version holds the shared lock as long as it lives; who closes that version takes it
-- for itself, so that nothing that was written by the former version can come after what follows.
create function nonet.serve_version(version int) returns void language plpgsql as $$
begin
  perform pg_advisory_lock_shared(1936028005);
  if exists (select from nonet.version v where v.number > version and not v.keeps_former) then
    perform pg_advisory_unlock_shared(1936028005);
    raise exception 'Version % of the document is no longer in use.', version using errcode = '57P90';
  end if;
end
$$;
