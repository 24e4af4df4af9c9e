-- 7: papers that events keep, and files that mails bring.

-- A paper that an event keeps is a file from that moment on; what is in it follows once it is set.
alter table nonet.file
  alter column sha256 drop not null,
  alter column content drop not null,
  add column paper text;

-- What the papers that are not set yet say, as of the event.
create table nonet.paper_to_set (
  file uuid primary key references nonet.file on delete cascade,
  clause text not null,
  record uuid not null,
  words jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  problem text
);
create index paper_to_set_due on nonet.paper_to_set (due_at);

-- The files that mails bring stay until these need them no more, whatever their records hold by then.
create table nonet.call_file (
  call uuid not null references nonet.outbound_call on delete cascade,
  file uuid not null references nonet.file on delete cascade,
  primary key (call, file)
);
create index call_file_file on nonet.call_file (file);
