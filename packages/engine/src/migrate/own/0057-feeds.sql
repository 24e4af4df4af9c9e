-- Tables that are fetched or received (7, `### Feeds`): each of their runs, with what became of the rows.
create table nonet.feed_run (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  feed text not null,
  cause text not null check (cause in ('schedule', 'received', 'operator')),
  -- What is delivered twice is one run.
  delivery text,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'done', 'unchanged', 'failed')),
  at timestamptz not null,
  ended_at timestamptz,
  due_at timestamptz not null,
  attempts int not null default 0,
  -- Whoever works at it has the lease, on the database's own clock: a process that has died loses it.
  lease uuid,
  leased_until timestamptz,
  -- What the answer said of the version of the table, and the document that took it.
  version jsonb,
  read int not null default 0,
  made int not null default 0,
  changed int not null default 0,
  same int not null default 0,
  refused int not null default 0,
  ignored int not null default 0,
  missing int not null default 0,
  problem text,
  unique (feed, delivery)
);
create index feed_run_order on nonet.feed_run (feed, sequence desc);
create index feed_run_open on nonet.feed_run (sequence) where state in ('waiting', 'taken');

-- Rows that are read and wait, a hundred in each part.
create table nonet.feed_part (
  id uuid primary key,
  run uuid not null references nonet.feed_run on delete cascade,
  place int not null,
  attempts int not null default 0,
  content jsonb not null,
  unique (run, place)
);

-- Rows that were refused, and records on which the event of missing rows was.
create table nonet.feed_refusal (
  run uuid not null references nonet.feed_run on delete cascade,
  place int not null,
  line int,
  key text,
  code text not null,
  clause text,
  problem text not null,
  primary key (run, place)
);
create index feed_refusal_key on nonet.feed_refusal (lower(key));

-- The records that a feed has found or made, each with the run and the line in which it was last.
create table nonet.feed_record (
  feed text not null,
  entity text not null,
  record uuid not null,
  run uuid not null,
  line int not null,
  primary key (feed, record)
);
create index feed_record_record on nonet.feed_record (record);
