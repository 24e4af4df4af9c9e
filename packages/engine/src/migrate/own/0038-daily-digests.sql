-- Notices that somebody gets once a day by mail: those that the next of these mails tells.
alter table nonet.notice add column in_digest boolean not null default false;
create index notice_in_digest on nonet.notice (at) where in_digest;

alter table nonet.notice_way drop constraint notice_way_way_check;
alter table nonet.notice_way add constraint notice_way_way_check check (way in ('mail', 'digest', 'off'));

-- The language in which somebody wants these mails, and the time of the last one: one at most is written for each time.
create table nonet.notice_digest (
  user_id uuid primary key,
  locale text,
  queued_for timestamptz
);
