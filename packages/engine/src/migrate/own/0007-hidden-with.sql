-- What a soft delete took along, so that restoring brings it back: records that are hidden with it, and references to
-- it (or to one of these) that it cleared.
create table nonet.hidden_with (
  sequence bigint generated always as identity primary key,
  root uuid not null,
  entity text not null,
  record uuid not null,
  field text,
  target uuid
);
create index hidden_with_root on nonet.hidden_with (root);
create index hidden_with_record on nonet.hidden_with (record) where field is null;
