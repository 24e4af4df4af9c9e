-- Records that were merged into another one (6, `merge`): their address leads there, and their history is read with it.
-- "relation": the table of both, whose name may change. Of a chain of merges each record leads to the last one.
create table nonet.merged (
  relation regclass not null,
  gone uuid not null,
  stays uuid not null,
  at timestamptz not null,
  primary key (gone, relation)
);
create index merged_into on nonet.merged (stays, relation);

-- Notices about each of several records are found by that record as well, where it is merged with another one.
create index notice_by_each_record on nonet.notice (each_record) where each_record is not null;
