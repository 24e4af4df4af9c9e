-- The loads of files that go in batch by batch (`nonet load`): each batch commits with the number of rows that are in.
create table nonet.load (
  id uuid primary key,
  entity text not null,
  file text not null,
  -- The rows that are in, and the SHA-256 of them and of the file's first line.
  rows bigint not null,
  digest text not null,
  began_at timestamptz not null,
  finished_at timestamptz
);
create index load_entity on nonet.load (entity);
