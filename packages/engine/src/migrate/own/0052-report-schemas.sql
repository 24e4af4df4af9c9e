-- Schemas of views for reporting tools: what the holders of these roles may read, for a role of the database that may read nothing
-- else. A changed document makes the views anew in the transaction that puts it to use.
create table nonet.report_schema (
  name text primary key,
  roles text[] not null,
  reader text not null,
  made_at timestamptz not null default now()
);

-- A reader of views may call the functions that their conditions are made of, and none that acts with its owner's rights.
revoke execute on function nonet.forget_security_events(int), nonet.empty_change_log(pg_snapshot) from public;
