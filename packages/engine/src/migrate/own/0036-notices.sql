-- Notices of point 7: who is told of which record, and no value of it: a notice is read when it is shown.
create table nonet.notice (
  id uuid primary key,
  call text not null,
  entity text not null,
  record uuid not null,
  each_record uuid,
  event text not null,
  recipient uuid not null,
  actor uuid,
  at timestamptz not null,
  read_at timestamptz
);
create index notice_by_recipient on nonet.notice (recipient, at desc, id desc);
create index notice_unread on nonet.notice (recipient) where read_at is null;
create index notice_by_time on nonet.notice (at);

-- How people want to get a notice, where it is not in their inbox alone.
create table nonet.notice_way (
  user_id uuid not null,
  call text not null,
  way text not null check (way in ('mail', 'off')),
  primary key (user_id, call)
);

create trigger tells_insert after insert on nonet.notice
  referencing new table as changed_ for each statement execute function nonet.tell_change();
create trigger tells_update after update on nonet.notice
  referencing new table as changed_ for each statement execute function nonet.tell_change();
create trigger tells_delete after delete on nonet.notice
  referencing old table as changed_ for each statement execute function nonet.tell_change();
