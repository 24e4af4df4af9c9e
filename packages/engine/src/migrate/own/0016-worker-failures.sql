-- What the product could not do by itself at its last try (a timer, a schedule of calls, cleaning up), until it can again.
create table nonet.worker_failure (
  task text not null,
  -- The clause of a timer or a schedule; of what stands in no document, empty.
  clause text not null,
  -- The record of a timer; empty where all of them are concerned.
  record text not null,
  problem text not null,
  since timestamptz not null,
  tried_at timestamptz not null,
  primary key (task, clause, record)
);
