-- Mail that the product has received (7, `### Received`): each once, with what became of it. What was refused keeps its contents, so that
-- it can be tried again.
create table nonet.received_mail (
  id uuid primary key,
  sequence bigint not null generated always as identity,
  -- Of two deliveries of one mail the first counts.
  message_id text not null unique,
  sender text,
  subject text not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'refused', 'ignored')),
  attempts int not null default 0,
  call text,
  entity text,
  record uuid,
  code text,
  clause text,
  problem text,
  left_out text,
  content jsonb not null default 'null'
);
create index received_mail_state on nonet.received_mail (state, sequence desc);
create index received_mail_record on nonet.received_mail (record);
create index received_mail_sender on nonet.received_mail (lower(sender));
