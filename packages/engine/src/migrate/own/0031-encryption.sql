-- The keys under which values are encrypted, by their ids; the keys themselves are the deployment's.
create table nonet.encryption_key (
  id text primary key,
  used_since timestamptz not null default now()
);

-- The other names of secret fields ("Account.token"): a value names the field in which it was stored, and is opened in no
-- other one. Both directions are here, because a process of a former version reads what a later one writes.
create table nonet.secret_name (
  name text not null,
  other text not null,
  primary key (name, other)
);

-- The number of characters of a secret, encrypted or not.
create function nonet.secret_length(stored text) returns int language sql immutable strict parallel safe
  return case when stored ~ '^nonet:1:[0-9a-f]{8}:[0-9]+:[^:]+:[A-Za-z0-9_-]+$'
    then split_part(stored, ':', 4)::int else char_length(stored) end;
