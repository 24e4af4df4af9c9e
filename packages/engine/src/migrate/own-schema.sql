-- What the numbered files of own/ make, in their order. Not run: own-schema.test.ts compares it with a database.

create table nonet.api_token (
  id uuid not null default nonet.uuid(),
  token_hash bytea not null,
  user_id uuid not null,
  name text not null,
  roles text[],
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  second_factor boolean not null default false,
  screen text,
  locale text,
  content_tag text,
  content_at timestamp with time zone,
  constraint api_token_pkey PRIMARY KEY (id),
  constraint api_token_token_hash_key UNIQUE (token_hash)
);

create table nonet.backfill (
  table_name text not null,
  last uuid,
  filled boolean not null default false,
  constraint backfill_pkey PRIMARY KEY (table_name)
);

create table nonet.call_attempt (
  call uuid not null,
  number integer not null,
  at timestamp with time zone not null,
  milliseconds integer,
  status integer,
  problem text,
  answer text,
  constraint call_attempt_call_fkey FOREIGN KEY (call) REFERENCES nonet.outbound_call(id) ON DELETE CASCADE,
  constraint call_attempt_pkey PRIMARY KEY (call, number)
);

create table nonet.call_file (
  call uuid not null,
  file uuid not null,
  constraint call_file_call_fkey FOREIGN KEY (call) REFERENCES nonet.outbound_call(id) ON DELETE CASCADE,
  constraint call_file_file_fkey FOREIGN KEY (file) REFERENCES nonet.file(id) ON DELETE CASCADE,
  constraint call_file_pkey PRIMARY KEY (call, file)
);

create table nonet.change (
  only_one boolean not null default true,
  from_hash text not null,
  to_hash text not null,
  started_at timestamp with time zone not null default now(),
  constraint change_only_one_check CHECK (only_one),
  constraint change_pkey PRIMARY KEY (only_one)
);

create table nonet.change_log_0 (
  transaction xid8 not null default pg_current_xact_id(),
  kind text not null,
  payload text not null
);

create table nonet.change_log_1 (
  transaction xid8 not null default pg_current_xact_id(),
  kind text not null,
  payload text not null
);

create table nonet.change_log_2 (
  transaction xid8 not null default pg_current_xact_id(),
  kind text not null,
  payload text not null
);

create table nonet.credential (
  user_id uuid not null,
  hash text not null,
  changed_at timestamp with time zone not null,
  warned_at timestamp with time zone,
  constraint credential_pkey PRIMARY KEY (user_id)
);

create table nonet.encryption_key (
  id text not null,
  used_since timestamp with time zone not null default now(),
  constraint encryption_key_pkey PRIMARY KEY (id)
);

create table nonet.feed_part (
  id uuid not null,
  run uuid not null,
  place integer not null,
  attempts integer not null default 0,
  content jsonb not null,
  constraint feed_part_pkey PRIMARY KEY (id),
  constraint feed_part_run_fkey FOREIGN KEY (run) REFERENCES nonet.feed_run(id) ON DELETE CASCADE,
  constraint feed_part_run_place_key UNIQUE (run, place)
);

create table nonet.feed_record (
  feed text not null,
  entity text not null,
  record uuid not null,
  run uuid not null,
  line integer not null,
  constraint feed_record_pkey PRIMARY KEY (feed, record)
);

create table nonet.feed_refusal (
  run uuid not null,
  place integer not null,
  line integer,
  key text,
  code text not null,
  clause text,
  problem text not null,
  constraint feed_refusal_pkey PRIMARY KEY (run, place),
  constraint feed_refusal_run_fkey FOREIGN KEY (run) REFERENCES nonet.feed_run(id) ON DELETE CASCADE
);

create table nonet.feed_run (
  id uuid not null,
  sequence bigint not null,
  feed text not null,
  cause text not null,
  delivery text,
  state text not null default 'waiting'::text,
  at timestamp with time zone not null,
  ended_at timestamp with time zone,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  lease uuid,
  leased_until timestamp with time zone,
  version jsonb,
  read integer not null default 0,
  made integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0,
  ignored integer not null default 0,
  missing integer not null default 0,
  problem text,
  constraint feed_run_cause_check CHECK ((cause = ANY (ARRAY['schedule'::text, 'received'::text, 'operator'::text]))),
  constraint feed_run_feed_delivery_key UNIQUE (feed, delivery),
  constraint feed_run_pkey PRIMARY KEY (id),
  constraint feed_run_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'taken'::text, 'done'::text, 'unchanged'::text, 'failed'::text])))
);

create table nonet.file (
  id uuid not null default nonet.uuid(),
  name text not null,
  type text not null,
  size bigint not null,
  sha256 bytea,
  content bytea,
  uploaded_at timestamp with time zone not null default now(),
  uploaded_by uuid,
  source text,
  paper text,
  constraint file_pkey PRIMARY KEY (id)
);

create table nonet.gap_hit (
  clause text not null,
  role text not null,
  day date not null,
  hits bigint not null,
  constraint gap_hit_pkey PRIMARY KEY (clause, role, day)
);

create table nonet.hidden_with (
  sequence bigint not null,
  root uuid not null,
  entity text not null,
  record uuid not null,
  field text,
  target uuid,
  constraint hidden_with_pkey PRIMARY KEY (sequence)
);

create table nonet.history (
  id uuid not null default nonet.uuid(),
  entity text not null,
  record uuid not null,
  at timestamp with time zone not null,
  by uuid,
  action text not null,
  clause text not null,
  from_state text,
  to_state text,
  before jsonb,
  after jsonb,
  names integer not null default nonet.names(),
  after_hash integer,
  changes jsonb,
  constraint history_pkey PRIMARY KEY (id)
);

create table nonet.idempotency (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer json,
  created_at timestamp with time zone not null,
  constraint idempotency_pkey PRIMARY KEY (scope, key)
);

create table nonet.identity (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  bound_at timestamp with time zone not null,
  constraint identity_issuer_user_id_key UNIQUE (issuer, user_id),
  constraint identity_pkey PRIMARY KEY (issuer, subject)
);

create table nonet.kept_name (
  behaviour text not null,
  holder text not null,
  was text not null,
  name text not null,
  constraint kept_name_pkey PRIMARY KEY (behaviour, holder, was)
);

create table nonet.known_browser (
  token_hash bytea not null,
  user_id uuid not null,
  used_at timestamp with time zone not null,
  constraint known_browser_pkey PRIMARY KEY (token_hash, user_id)
);

create table nonet.load (
  id uuid not null,
  entity text not null,
  file text not null,
  rows bigint not null,
  digest text not null,
  began_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint load_pkey PRIMARY KEY (id)
);

create table nonet.load_refusal (
  load uuid not null,
  line bigint not null,
  errors jsonb not null,
  constraint load_refusal_load_fkey FOREIGN KEY (load) REFERENCES nonet.load(id) ON DELETE CASCADE,
  constraint load_refusal_pkey PRIMARY KEY (load, line)
);

create table nonet.login_attempt (
  address text not null,
  email text,
  at timestamp with time zone not null,
  succeeded boolean not null,
  id bigint not null
);

create table nonet.merged (
  relation regclass not null,
  gone uuid not null,
  stays uuid not null,
  at timestamp with time zone not null,
  constraint merged_pkey PRIMARY KEY (gone, relation)
);

create table nonet.migration (
  number integer not null,
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (number)
);

create table nonet.notice (
  id uuid not null,
  call text not null,
  entity text not null,
  record uuid not null,
  each_record uuid,
  event text not null,
  recipient uuid not null,
  actor uuid,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  in_digest boolean not null default false,
  constraint notice_pkey PRIMARY KEY (id)
);

create table nonet.notice_digest (
  user_id uuid not null,
  locale text,
  queued_for timestamp with time zone,
  constraint notice_digest_pkey PRIMARY KEY (user_id)
);

create table nonet.notice_way (
  user_id uuid not null,
  call text not null,
  way text not null,
  constraint notice_way_pkey PRIMARY KEY (user_id, call),
  constraint notice_way_way_check CHECK ((way = ANY (ARRAY['mail'::text, 'digest'::text, 'off'::text])))
);

create table nonet.number_counter (
  field text not null,
  period text not null,
  last bigint not null,
  constraint number_counter_pkey PRIMARY KEY (field, period)
);

create table nonet.open_id_attempt (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  code_verifier text not null,
  nonce text not null,
  next text not null,
  login_attempt bigint not null,
  expires_at timestamp with time zone not null,
  constraint open_id_attempt_pkey PRIMARY KEY (state_hash)
);

create table nonet.outbound_call (
  id uuid not null default nonet.uuid(),
  sequence bigint not null,
  call text not null,
  clause text not null,
  entity text not null,
  record uuid not null,
  event text not null,
  idempotency_key text not null,
  request jsonb not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  leased_until timestamp with time zone,
  queued_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  answer jsonb,
  problem text,
  constraint outbound_call_idempotency_key_key UNIQUE (idempotency_key),
  constraint outbound_call_pkey PRIMARY KEY (id),
  constraint outbound_call_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'failed'::text])))
);

create table nonet.paper_to_set (
  file uuid not null,
  clause text not null,
  record uuid not null,
  words jsonb not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  problem text,
  constraint paper_to_set_file_fkey FOREIGN KEY (file) REFERENCES nonet.file(id) ON DELETE CASCADE,
  constraint paper_to_set_pkey PRIMARY KEY (file)
);

create table nonet.passkey_challenge (
  token_hash bytea not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (token_hash)
);

create table nonet.password_link (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint password_link_pkey PRIMARY KEY (token_hash)
);

create table nonet.pending_sign_in (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  attempts integer not null default 0,
  constraint pending_sign_in_pkey PRIMARY KEY (token_hash)
);

create table nonet.personal_region (
  user_id uuid not null,
  region text not null,
  constraint personal_region_pkey PRIMARY KEY (user_id)
);

create table nonet.personal_time_zone (
  user_id uuid not null,
  time_zone text not null,
  constraint personal_time_zone_pkey PRIMARY KEY (user_id)
);

create table nonet.product (
  only_one boolean not null default true,
  document_hash text not null,
  plan jsonb not null,
  secret bytea not null,
  seeded_at timestamp with time zone,
  changed_at timestamp with time zone not null default now(),
  demo_seeded_at timestamp with time zone,
  names integer not null default 0,
  conversions jsonb not null default '[]'::jsonb,
  follow_up_from jsonb,
  written_by_people jsonb not null default '[]'::jsonb,
  constraint product_only_one_check CHECK (only_one),
  constraint product_pkey PRIMARY KEY (only_one)
);

create table nonet.received_mail (
  id uuid not null,
  sequence bigint not null,
  message_id text not null,
  sender text,
  subject text not null,
  at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  call text,
  entity text,
  record uuid,
  code text,
  clause text,
  problem text,
  left_out text,
  content jsonb not null default 'null'::jsonb,
  constraint received_mail_message_id_key UNIQUE (message_id),
  constraint received_mail_pkey PRIMARY KEY (id),
  constraint received_mail_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'taken'::text, 'refused'::text, 'ignored'::text])))
);

create table nonet.recovery_code (
  code_hash bytea not null,
  user_id uuid not null,
  constraint recovery_code_pkey PRIMARY KEY (code_hash)
);

create table nonet.repeated_timer (
  clause text not null,
  record uuid not null,
  fired_at timestamp with time zone not null,
  due_at timestamp with time zone,
  constraint repeated_timer_pkey PRIMARY KEY (clause, record)
);

create table nonet.report_schema (
  name text not null,
  roles text[] not null,
  reader text not null,
  made_at timestamp with time zone not null default now(),
  constraint report_schema_pkey PRIMARY KEY (name)
);

create table nonet.saved_view (
  id uuid not null default nonet.uuid(),
  user_id uuid not null,
  screen text not null,
  name text not null,
  role text,
  state jsonb not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_user_id_screen_name_key UNIQUE (user_id, screen, name)
);

create table nonet.scheduled_call (
  clause text not null,
  schedule text not null,
  queued_for timestamp with time zone not null,
  constraint scheduled_call_pkey PRIMARY KEY (clause, schedule)
);

create table nonet.second_factor (
  id uuid not null default nonet.uuid(),
  user_id uuid not null,
  kind text not null,
  name text not null,
  secret text,
  last_step bigint,
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text[],
  created_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint second_factor_credential_id_key UNIQUE (credential_id),
  constraint second_factor_kind_check CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text]))),
  constraint second_factor_pkey PRIMARY KEY (id)
);

create table nonet.secret_name (
  name text not null,
  other text not null,
  constraint secret_name_pkey PRIMARY KEY (name, other)
);

create table nonet.security_event (
  id uuid not null default nonet.uuid(),
  at timestamp with time zone not null default now(),
  kind text not null,
  actor uuid,
  subject uuid,
  network text,
  detail jsonb not null default '{}'::jsonb,
  position bigint,
  hash text,
  constraint security_event_pkey PRIMARY KEY (id),
  constraint security_event_position_key UNIQUE ("position")
);

create table nonet.security_event_target (
  target text not null,
  position bigint not null,
  constraint security_event_target_pkey PRIMARY KEY (target)
);

create table nonet.session (
  token_hash bytea not null,
  user_id uuid not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id uuid not null default nonet.uuid(),
  user_agent text,
  network text,
  second_factor boolean not null default false,
  constraint session_pkey PRIMARY KEY (token_hash)
);

create table nonet.timeline (
  number text not null,
  mark uuid not null default gen_random_uuid(),
  noted_at timestamp with time zone not null default now(),
  constraint timeline_pkey PRIMARY KEY (number)
);

create table nonet.touched (
  table_name text not null,
  record uuid not null
);

create table nonet.version (
  number integer not null,
  document_hash text not null,
  behaviour_hash text not null,
  title text not null,
  sources jsonb not null,
  put_to_use_at timestamp with time zone not null default now(),
  put_to_use_by text,
  keeps_former boolean not null,
  steps text[] not null,
  effects text[] not null default '{}'::text[],
  former_behaviour text,
  names integer,
  constraint version_pkey PRIMARY KEY (number)
);

create table nonet.worker_failure (
  task text not null,
  clause text not null,
  record text not null,
  problem text not null,
  since timestamp with time zone not null,
  tried_at timestamp with time zone not null,
  constraint worker_failure_pkey PRIMARY KEY (task, clause, record)
);

CREATE INDEX api_token_by_user ON nonet.api_token USING btree (user_id);
CREATE INDEX call_file_file ON nonet.call_file USING btree (file);
CREATE INDEX change_log_0_transaction ON nonet.change_log_0 USING btree (transaction);
CREATE INDEX change_log_1_transaction ON nonet.change_log_1 USING btree (transaction);
CREATE INDEX change_log_2_transaction ON nonet.change_log_2 USING btree (transaction);
CREATE INDEX feed_record_record ON nonet.feed_record USING btree (record);
CREATE INDEX feed_refusal_key ON nonet.feed_refusal USING btree (lower(key));
CREATE INDEX feed_run_open ON nonet.feed_run USING btree (sequence) WHERE (state = ANY (ARRAY['waiting'::text, 'taken'::text]));
CREATE INDEX feed_run_order ON nonet.feed_run USING btree (feed, sequence DESC);
CREATE INDEX file_uploader ON nonet.file USING btree (uploaded_by, uploaded_at);
CREATE INDEX hidden_with_any_record ON nonet.hidden_with USING btree (record);
CREATE INDEX hidden_with_record ON nonet.hidden_with USING btree (record) WHERE (field IS NULL);
CREATE INDEX hidden_with_root ON nonet.hidden_with USING btree (root);
CREATE INDEX history_record ON nonet.history USING btree (record, id);
CREATE INDEX idempotency_created ON nonet.idempotency USING btree (created_at);
CREATE INDEX identity_by_user ON nonet.identity USING btree (user_id);
CREATE INDEX known_browser_by_user ON nonet.known_browser USING btree (user_id, used_at);
CREATE INDEX load_entity ON nonet.load USING btree (entity);
CREATE INDEX login_attempt_address ON nonet.login_attempt USING btree (address, at);
CREATE INDEX merged_into ON nonet.merged USING btree (stays, relation);
CREATE INDEX notice_by_each_record ON nonet.notice USING btree (each_record) WHERE (each_record IS NOT NULL);
CREATE INDEX notice_by_recipient ON nonet.notice USING btree (recipient, at DESC, id DESC);
CREATE INDEX notice_by_record ON nonet.notice USING btree (record);
CREATE INDEX notice_by_time ON nonet.notice USING btree (at);
CREATE INDEX notice_in_digest ON nonet.notice USING btree (at) WHERE in_digest;
CREATE INDEX notice_unread ON nonet.notice USING btree (recipient) WHERE (read_at IS NULL);
CREATE INDEX outbound_call_due ON nonet.outbound_call USING btree (due_at) WHERE (state = 'waiting'::text);
CREATE INDEX outbound_call_record ON nonet.outbound_call USING btree (record, sequence);
CREATE INDEX outbound_call_to_thin ON nonet.outbound_call USING btree (ended_at) WHERE ((state = 'done'::text) AND (request <> 'null'::jsonb));
CREATE INDEX paper_to_set_due ON nonet.paper_to_set USING btree (due_at);
CREATE INDEX password_link_by_user ON nonet.password_link USING btree (user_id);
CREATE INDEX received_mail_record ON nonet.received_mail USING btree (record);
CREATE INDEX received_mail_sender ON nonet.received_mail USING btree (lower(sender));
CREATE INDEX received_mail_state ON nonet.received_mail USING btree (state, sequence DESC);
CREATE INDEX recovery_code_by_user ON nonet.recovery_code USING btree (user_id);
CREATE INDEX saved_view_by_role ON nonet.saved_view USING btree (role) WHERE (role IS NOT NULL);
CREATE INDEX second_factor_by_user ON nonet.second_factor USING btree (user_id);
CREATE INDEX security_event_by_time ON nonet.security_event USING btree (at);
CREATE INDEX security_event_unchained ON nonet.security_event USING btree (at) WHERE ("position" IS NULL);
CREATE INDEX session_by_expiry ON nonet.session USING btree (expires_at);
CREATE INDEX session_by_user ON nonet.session USING btree (user_id);
CREATE INDEX touched_record ON nonet.touched USING btree (table_name, record);
CREATE UNIQUE INDEX api_token_pkey ON nonet.api_token USING btree (id);
CREATE UNIQUE INDEX api_token_token_hash_key ON nonet.api_token USING btree (token_hash);
CREATE UNIQUE INDEX backfill_pkey ON nonet.backfill USING btree (table_name);
CREATE UNIQUE INDEX call_attempt_pkey ON nonet.call_attempt USING btree (call, number);
CREATE UNIQUE INDEX call_file_pkey ON nonet.call_file USING btree (call, file);
CREATE UNIQUE INDEX change_pkey ON nonet.change USING btree (only_one);
CREATE UNIQUE INDEX credential_pkey ON nonet.credential USING btree (user_id);
CREATE UNIQUE INDEX encryption_key_pkey ON nonet.encryption_key USING btree (id);
CREATE UNIQUE INDEX feed_part_pkey ON nonet.feed_part USING btree (id);
CREATE UNIQUE INDEX feed_part_run_place_key ON nonet.feed_part USING btree (run, place);
CREATE UNIQUE INDEX feed_record_pkey ON nonet.feed_record USING btree (feed, record);
CREATE UNIQUE INDEX feed_refusal_pkey ON nonet.feed_refusal USING btree (run, place);
CREATE UNIQUE INDEX feed_run_feed_delivery_key ON nonet.feed_run USING btree (feed, delivery);
CREATE UNIQUE INDEX feed_run_pkey ON nonet.feed_run USING btree (id);
CREATE UNIQUE INDEX file_pkey ON nonet.file USING btree (id);
CREATE UNIQUE INDEX gap_hit_pkey ON nonet.gap_hit USING btree (clause, role, day);
CREATE UNIQUE INDEX hidden_with_pkey ON nonet.hidden_with USING btree (sequence);
CREATE UNIQUE INDEX history_pkey ON nonet.history USING btree (id);
CREATE UNIQUE INDEX idempotency_pkey ON nonet.idempotency USING btree (scope, key);
CREATE UNIQUE INDEX identity_issuer_user_id_key ON nonet.identity USING btree (issuer, user_id);
CREATE UNIQUE INDEX identity_pkey ON nonet.identity USING btree (issuer, subject);
CREATE UNIQUE INDEX kept_name_pkey ON nonet.kept_name USING btree (behaviour, holder, was);
CREATE UNIQUE INDEX known_browser_pkey ON nonet.known_browser USING btree (token_hash, user_id);
CREATE UNIQUE INDEX load_pkey ON nonet.load USING btree (id);
CREATE UNIQUE INDEX load_refusal_pkey ON nonet.load_refusal USING btree (load, line);
CREATE UNIQUE INDEX merged_pkey ON nonet.merged USING btree (gone, relation);
CREATE UNIQUE INDEX migration_pkey ON nonet.migration USING btree (number);
CREATE UNIQUE INDEX notice_digest_pkey ON nonet.notice_digest USING btree (user_id);
CREATE UNIQUE INDEX notice_pkey ON nonet.notice USING btree (id);
CREATE UNIQUE INDEX notice_way_pkey ON nonet.notice_way USING btree (user_id, call);
CREATE UNIQUE INDEX number_counter_pkey ON nonet.number_counter USING btree (field, period);
CREATE UNIQUE INDEX open_id_attempt_pkey ON nonet.open_id_attempt USING btree (state_hash);
CREATE UNIQUE INDEX outbound_call_idempotency_key_key ON nonet.outbound_call USING btree (idempotency_key);
CREATE UNIQUE INDEX outbound_call_pkey ON nonet.outbound_call USING btree (id);
CREATE UNIQUE INDEX paper_to_set_pkey ON nonet.paper_to_set USING btree (file);
CREATE UNIQUE INDEX passkey_challenge_pkey ON nonet.passkey_challenge USING btree (token_hash);
CREATE UNIQUE INDEX password_link_pkey ON nonet.password_link USING btree (token_hash);
CREATE UNIQUE INDEX pending_sign_in_pkey ON nonet.pending_sign_in USING btree (token_hash);
CREATE UNIQUE INDEX personal_region_pkey ON nonet.personal_region USING btree (user_id);
CREATE UNIQUE INDEX personal_time_zone_pkey ON nonet.personal_time_zone USING btree (user_id);
CREATE UNIQUE INDEX product_pkey ON nonet.product USING btree (only_one);
CREATE UNIQUE INDEX received_mail_message_id_key ON nonet.received_mail USING btree (message_id);
CREATE UNIQUE INDEX received_mail_pkey ON nonet.received_mail USING btree (id);
CREATE UNIQUE INDEX recovery_code_pkey ON nonet.recovery_code USING btree (code_hash);
CREATE UNIQUE INDEX repeated_timer_pkey ON nonet.repeated_timer USING btree (clause, record);
CREATE UNIQUE INDEX report_schema_pkey ON nonet.report_schema USING btree (name);
CREATE UNIQUE INDEX saved_view_pkey ON nonet.saved_view USING btree (id);
CREATE UNIQUE INDEX saved_view_user_id_screen_name_key ON nonet.saved_view USING btree (user_id, screen, name);
CREATE UNIQUE INDEX scheduled_call_pkey ON nonet.scheduled_call USING btree (clause, schedule);
CREATE UNIQUE INDEX second_factor_credential_id_key ON nonet.second_factor USING btree (credential_id);
CREATE UNIQUE INDEX second_factor_pkey ON nonet.second_factor USING btree (id);
CREATE UNIQUE INDEX secret_name_pkey ON nonet.secret_name USING btree (name, other);
CREATE UNIQUE INDEX security_event_pkey ON nonet.security_event USING btree (id);
CREATE UNIQUE INDEX security_event_position_key ON nonet.security_event USING btree ("position");
CREATE UNIQUE INDEX security_event_target_pkey ON nonet.security_event_target USING btree (target);
CREATE UNIQUE INDEX session_pkey ON nonet.session USING btree (token_hash);
CREATE UNIQUE INDEX timeline_pkey ON nonet.timeline USING btree (number);
CREATE UNIQUE INDEX version_pkey ON nonet.version USING btree (number);
CREATE UNIQUE INDEX worker_failure_pkey ON nonet.worker_failure USING btree (task, clause, record);

-- function add_working_days(moment date, number numeric, working_days integer[], holidays date[]) returns date
-- function add_working_time(moment timestamp with time zone, by interval, weekdays text[], opens time without time zone[], closes time without time zone[], holidays date[], zone text) returns timestamp with time zone
-- function are_being_changed(names text[]) returns boolean
-- function behaviour() returns text
-- function by_new_names(entry nonet.history) returns nonet.history
-- function chain_security_events() returns integer
-- function change_log_turn() returns integer
-- function changes_between(seen pg_snapshot, until pg_snapshot) returns TABLE(kind text, payload text)
-- function clock(span interval) returns numeric
-- function day(moment timestamp without time zone) returns date
-- function days_off(first date[], last date[]) returns date[]
-- function divide(dividend numeric, divisor numeric) returns numeric
-- function empty_change_log(seen_by_all pg_snapshot) returns void
-- function end_access() returns trigger
-- function enter_version(version integer) returns void
-- function fold(given text) returns text
-- function folded(given text) returns text
-- function forget_security_events(days integer) returns void
-- function former_schema(behaviour text) returns text
-- function history_of(of uuid) returns SETOF nonet.history
-- function id_number(id uuid) returns bigint
-- function instant(moment timestamp with time zone) returns timestamp with time zone
-- function kept_change(record uuid, at timestamp with time zone, author uuid, was jsonb, is_now jsonb, OUT id uuid, OUT before jsonb, OUT after jsonb, OUT names integer, OUT after_hash integer, OUT changes jsonb) returns record
-- function known_name(holder text, name text) returns text
-- function last_changes(names text[]) returns text
-- function log_change(kind text, payload text) returns void
-- function months(span interval) returns numeric
-- function moved(day date, by interval) returns date
-- function moved(moment timestamp with time zone, by interval, zone text) returns timestamp with time zone
-- function names() returns integer
-- function next_occurrence(rule text, after date) returns date
-- function note_account_change() returns trigger
-- function note_touched() returns trigger
-- function number(number numeric) returns numeric
-- function number_change(name text) returns void
-- function number_id(number bigint) returns uuid
-- function occurrences(rule text, first date, last date, most integer) returns date[]
-- function openings(day date, weekdays text[], opens time without time zone[], closes time without time zone[], holidays date[], zone text, OUT starts timestamp with time zone, OUT ends timestamp with time zone) returns SETOF record
-- function refuse_beyond(entity text, field text, kind text) returns boolean
-- function renamed_entry(entry nonet.history) returns nonet.history
-- function replaced(value text, part text, by text) returns text
-- function restart_numbers(numbers regclass) returns void
-- function secret_length(stored text) returns integer
-- function security_event_text(e nonet.security_event) returns text
-- function serve_version(version integer) returns void
-- function settled_changes(names text[]) returns text
-- function shifted(day date, months numeric, days numeric) returns date
-- function shorter(value text) returns text
-- function span(months numeric, days numeric, microseconds numeric) returns interval
-- function span(since timestamp with time zone, until timestamp with time zone) returns interval
-- function span(span interval) returns interval
-- function stamped(record jsonb, at timestamp with time zone, author uuid) returns jsonb
-- function stored_name(holder text, was text) returns text
-- function tell_change() returns trigger
-- function tell_ended() returns trigger
-- function times(span interval, number numeric) returns interval
-- function uuid() returns uuid
-- function weekday_numbers(names text[]) returns integer[]
-- function whole(number numeric) returns bigint
-- function working_days_between(first date, last date, working_days integer[], holidays date[]) returns bigint
-- function working_time_between(moment timestamp with time zone, other timestamp with time zone, weekdays text[], opens time without time zone[], closes time without time zone[], holidays date[], zone text) returns numeric
