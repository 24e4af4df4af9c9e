-- Each timeline that a primary of this database has had, with a mark that its standbys have as well. Two servers that were
-- promoted both, and the standbys of either, count the same positions in the log; the marks tell them apart.
create table nonet.timeline (
  number text primary key,
  mark uuid not null default gen_random_uuid(),
  noted_at timestamptz not null default now()
);
