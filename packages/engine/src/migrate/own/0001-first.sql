-- What the engine itself keeps. The product's records are in the schema "product", made from its document.

create schema if not exists product;

-- One pinned order of text for every list and comparison, wherever the database was made.
do $$
begin
  if exists (select from pg_collation where collname = 'und-x-icu') then
    create collation nonet.text from pg_catalog."und-x-icu";
  else
    raise exception 'This PostgreSQL was built without ICU, which the order of text needs.';
  end if;
end
$$;

-- Ids in the order of their making (RFC 9562, version 7), also where PostgreSQL has no uuidv7() yet.
do $$
begin
  if exists (select from pg_proc where proname = 'uuidv7' and pronamespace = 'pg_catalog'::regnamespace) then
    create function nonet.uuid() returns uuid language sql volatile parallel safe
      return uuidv7();
  else
    create function nonet.uuid() returns uuid language plpgsql volatile parallel safe as $f$
    declare
      microseconds constant bigint := floor(extract(epoch from clock_timestamp()) * 1000000);
      random_part constant text := replace(gen_random_uuid()::text, '-', '');
    begin
      return (
        lpad(to_hex(microseconds / 1000), 12, '0')
        || '7' || lpad(to_hex((microseconds % 1000) * 4096 / 1000), 3, '0')
        || substr(random_part, 17, 16)
      )::uuid;
    end
    $f$;
  end if;
end
$$;

-- Exact division: half away from zero, to 12 places, whatever the size of the quotient. By zero it is null: the order of
-- evaluation is unobservable, so the guard beside a divisor may be judged after it.
create function nonet.divide(dividend numeric, divisor numeric) returns numeric language sql immutable strict parallel safe
  return sign(dividend) * sign(divisor)
    * div(abs(dividend) * 2000000000000 + abs(divisor), nullif(2 * abs(divisor), 0)) * 0.000000000001;

-- The product that this database holds. "secret" keys the hashes that leave the server (ETags, cursors).
create table nonet.product (
  only_one boolean primary key default true check (only_one),
  document_hash text not null,
  plan jsonb not null,
  secret bytea not null,
  seeded_at timestamptz,
  changed_at timestamptz not null default now()
);

-- One entry for each change of a record of an entity whose history is kept. "before" and "after" are the whole record:
-- its row with the columns' names, and its owned children as lists under their field's name.
create table nonet.history (
  id uuid primary key default nonet.uuid(),
  entity text not null,
  record uuid not null,
  at timestamptz not null,
  "by" uuid,
  action text not null,
  clause text not null,
  from_state text,
  to_state text,
  before jsonb,
  after jsonb
);
create index history_record on nonet.history (record, id);

create table nonet.file (
  id uuid primary key default nonet.uuid(),
  name text not null,
  type text not null,
  size bigint not null,
  sha256 bytea not null,
  content bytea not null,
  uploaded_at timestamptz not null default now(),
  uploaded_by uuid
);

-- Gapless numbers: the last one given, by field and by what the pattern counts within (its year or month).
create table nonet.number_counter (
  field text not null,
  period text not null,
  last bigint not null,
  primary key (field, period)
);

create table nonet.gap_hit (
  clause text not null,
  role text not null,
  day date not null,
  hits bigint not null,
  primary key (clause, role, day)
);

-- Outbound calls, queued in the transaction of their cause and made in order per record.
create table nonet.outbound_call (
  id uuid primary key default nonet.uuid(),
  sequence bigint generated always as identity,
  call text not null,
  clause text not null,
  entity text not null,
  record uuid not null,
  event text not null,
  idempotency_key text not null unique,
  request jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null,
  leased_until timestamptz,
  queued_at timestamptz not null,
  ended_at timestamptz,
  answer jsonb,
  problem text
);
create index outbound_call_due on nonet.outbound_call (due_at) where state = 'waiting';
create index outbound_call_record on nonet.outbound_call (record, sequence);

create table nonet.call_attempt (
  call uuid not null references nonet.outbound_call on delete cascade,
  number int not null,
  at timestamptz not null,
  milliseconds int,
  status int,
  problem text,
  answer text,
  primary key (call, number)
);

-- Sessions by the hash of their token: what is stored here opens nothing.
create table nonet.session (
  token_hash bytea primary key,
  user_id uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_user on nonet.session (user_id);
create index session_by_expiry on nonet.session (expires_at);

create table nonet.login_attempt (
  address text not null,
  email text,
  at timestamptz not null,
  succeeded boolean not null
);
create index login_attempt_address on nonet.login_attempt (address, at);

create table nonet.credential (
  user_id uuid primary key,
  hash text not null,
  changed_at timestamptz not null
);

-- Answers of writes that carried an Idempotency-Key, kept in the write's own transaction. "scope" is the user's id.
create table nonet.idempotency (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status int,
  answer jsonb,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_created on nonet.idempotency (created_at);
