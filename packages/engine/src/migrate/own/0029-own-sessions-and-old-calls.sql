-- People see where they are signed in, and end each of it.
alter table nonet.session
  add column id uuid not null default nonet.uuid(),
  add column user_agent text,
  add column network text;

-- What was sent in calls that were carried out is removed after a while.
create index outbound_call_to_thin on nonet.outbound_call (ended_at) where state = 'done' and request <> 'null';
