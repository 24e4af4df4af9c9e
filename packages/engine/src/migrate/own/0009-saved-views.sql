-- What people keep of a list's address under a name: its filters, search, order, columns and page size. "role" says with
-- whom it is shared; null where it is private.
create table nonet.saved_view (
  id uuid primary key default nonet.uuid(),
  user_id uuid not null,
  screen text not null,
  name text not null,
  role text,
  state jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, screen, name)
);
create index saved_view_by_role on nonet.saved_view (role) where role is not null;
