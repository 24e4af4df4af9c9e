-- Tokens by which programs act as the user who made them, by their hash: what is stored here opens nothing. "roles" narrows
-- the user's; null where the token follows them.
create table nonet.api_token (
  id uuid primary key default nonet.uuid(),
  token_hash bytea not null unique,
  user_id uuid not null,
  name text not null,
  roles text[],
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index api_token_by_user on nonet.api_token (user_id);
