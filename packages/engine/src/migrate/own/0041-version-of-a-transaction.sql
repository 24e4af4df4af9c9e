-- A transaction behind a pooler, whose connection serves others before and after it: it holds the locks of those who serve a
-- version, and reads and writes by its names, as long as it lasts (nonet.serve_version does that for a session).
create function nonet.enter_version(version int) returns void language plpgsql as $$
declare
  own nonet.version;
begin
  if not (pg_try_advisory_xact_lock_shared(1936028005) and pg_try_advisory_xact_lock_shared(1936028005, version)) then
    -- The version is being closed. A transaction that sees one moment would not see it: it begins again.
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'Version % of the document is being closed.', version using errcode = '40001';
    end if;
    perform pg_advisory_xact_lock_shared(1936028005);
    perform pg_advisory_xact_lock_shared(1936028005, version);
  end if;
  select * into own from nonet.version v where v.number = enter_version.version;
  if exists (select from nonet.version v where v.number > version and not v.keeps_former
             and v.former_behaviour is distinct from own.behaviour_hash)
     and own.behaviour_hash is distinct from (select behaviour_hash from nonet.version order by number desc limit 1) then
    raise exception 'Version % of the document is no longer in use.', version using errcode = '57P90';
  end if;
  perform set_config('nonet.behaviour', coalesce(own.behaviour_hash, ''), true);
  perform set_config('nonet.names', coalesce(own.names::text, ''), true);
  perform set_config('search_path', nonet.former_schema(coalesce(own.behaviour_hash, 'none')) || ', product, public', true);
end
$$;
