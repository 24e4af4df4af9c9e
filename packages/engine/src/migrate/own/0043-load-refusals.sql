-- The rows that a load has left out (`nonet load --skip-refused`), from the batch that they belong to until they are
-- reported: a load that was broken off reports in the end what one that was not would report.
create table nonet.load_refusal (
  load uuid not null references nonet.load (id) on delete cascade,
  line bigint not null,
  errors jsonb not null,
  primary key (load, line)
);
