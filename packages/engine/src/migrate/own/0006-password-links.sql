-- Links by which people set a password without having one, by the hash of their token. Each opens once.
create table nonet.password_link (
  token_hash bytea primary key,
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_link_by_user on nonet.password_link (user_id);
