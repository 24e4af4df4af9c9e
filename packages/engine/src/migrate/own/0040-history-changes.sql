-- An entry of the history keeps what its change has changed, and not the whole record twice. Entries of both forms stand
-- beside each other:
--
-- - "changes" is null: "before" and "after" are the whole record, as former programs write them.
-- - "changes" is an object: the values that differ after the change; JSON's null: the record was gone after it. "before"
--   is null where it is what the entry before it has left behind, else the whole record (somebody has changed it without
--   an entry, or other names hold since then). "after" is null. States are left out where they follow from that, and
--   "clause" is empty where it is the one of point 6 about the entity and the action.
--
-- "after_hash" is the hash of the whole record after the change. By it, whoever writes the next entry knows that nothing
-- has changed the record in between, and whoever reads finds the entry on which another one builds. An entry comes after
-- those before it, also where a clock has gone back: its "id" is then the next one.
alter table nonet.history add column after_hash int;
alter table nonet.history add column changes jsonb;

-- The stamps of a record that is saved: they follow from the entry, which does not keep them.
create function nonet.stamped(record jsonb, at timestamptz, author uuid) returns jsonb language sql stable as $$
  select record || case
    when record ? 'version' and jsonb_typeof(record -> 'version') = 'number'
      then jsonb_build_object('updated_at', at, 'updated_by', author, 'version', (record ->> 'version')::numeric + 1)
    else '{}' end
$$;

-- A change of a record in the form in which its entry keeps it.
create function nonet.kept_change(record uuid, at timestamptz, author uuid, was jsonb, is_now jsonb,
  out id uuid, out before jsonb, out after jsonb, out names int, out after_hash int, out changes jsonb) language plpgsql volatile as $$
declare
  last_id uuid;
  last_names int;
  last_hash int;
  expected jsonb := was;
begin
  id := nonet.uuid();
  names := nonet.names();
  after_hash := jsonb_hash(is_now);
  if was is null then
    after := is_now;
    return;
  end if;
  -- Archived entries are not looked through: then the record is kept whole once more.
  select h.id, h.names, h.after_hash into last_id, last_names, last_hash
    from only nonet.history h where h.record = kept_change.record order by h.id desc limit 1;
  if id <= last_id then
    id := (left(last_id::text, 24) || lpad(to_hex(('x' || right(last_id::text, 12))::bit(48)::bigint + 1), 12, '0'))::uuid;
  end if;
  if last_hash is distinct from jsonb_hash(was) or last_names <> names then
    before := was;
  end if;
  if is_now is null then
    changes := 'null';
    return;
  end if;
  if jsonb_typeof(was -> 'version') = 'number' then
    expected := was || jsonb_build_object('updated_at', at, 'updated_by', author, 'version', (was ->> 'version')::numeric + 1);
  end if;
  -- No name can be gone: the lock of the record's table keeps its columns.
  select coalesce(jsonb_object_agg(key, value), '{}') into changes
    from jsonb_each(is_now) where expected -> key is distinct from value;
end
$$;

-- Reads entries by the names that the connection knows (0024-versions-at-once.sql).
create function nonet.renamed_entry(entry nonet.history) returns nonet.history language plpgsql stable as $$
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

-- The entries of a record, each with the whole record before and after it, by the names that the connection knows.
create function nonet.history_of(of uuid) returns setof nonet.history language plpgsql stable as $$
declare
  entry nonet.history;
  last nonet.history;
  known jsonb[] := '{}';
  stored_changes jsonb;
  built jsonb;
begin
  for entry in select * from nonet.history h where h.record = of order by h.id loop
    stored_changes := entry.changes;
    if stored_changes is not null then
      entry.changes := null;
      if entry.clause = '' then
        entry.clause := format('6.%s.%s', entry.entity, entry.action);
      end if;
      if entry.before is null then
        entry.before := coalesce(last.after, '{}');
        entry.from_state := coalesce(entry.from_state, last.to_state);
      end if;
      entry.to_state := coalesce(entry.to_state, entry.from_state);
      if stored_changes = 'null' then
        entry.to_state := null;
      else
        entry.after := nonet.stamped(entry.before, entry.at, entry."by") || stored_changes;
        -- Former programs give an entry the place that the clock says, even where it has gone back.
        if jsonb_hash(entry.after) is distinct from entry.after_hash then
          for place in reverse cardinality(known) .. 1 loop
            built := nonet.stamped(known[place], entry.at, entry."by") || stored_changes;
            if jsonb_hash(built) = entry.after_hash then
              entry.before := known[place];
              entry.after := built;
              exit;
            end if;
          end loop;
        end if;
      end if;
    end if;
    if entry.after is not null then
      known := known || entry.after;
    end if;
    last := entry;
    return next nonet.renamed_entry(entry);
  end loop;
end
$$;

-- Asked by processes of former programs, entry by entry.
create or replace function nonet.by_new_names(entry nonet.history) returns nonet.history language plpgsql stable as $$
declare
  whole nonet.history;
begin
  if entry.changes is null then return nonet.renamed_entry(entry); end if;
  select * into whole from nonet.history_of(entry.record) e where e.id = entry.id;
  return whole;
end
$$;
