-- examples/expenses/spec.md as people have used it for some months: $1 claims in all states, with their lines, what was
-- decided of them, what waits to be sent, and lists that people keep under a name.
insert into product."user" (email, name, disabled, roles, cost_centre)
  select 'user' || n || '@example.com', 'User ' || n, false,
    case when n = 1 then '{director,manager}' when n <= 4 then '{finance}' when n = 5 then '{admin}' when n <= 25 then '{manager}' else '{}' end::text[],
    case when n % 10 = 0 then 'DE' else 'NL' end || (100 + n)
  from generate_series(1, $1 / 5) n;
update product."user" u set supervisor = s.id
  from product."user" s
  where u.email <> 'user1@example.com'
    and s.email = 'user' || case when substring(u.email from '\d+')::int <= 25 then 1 else 6 + substring(u.email from '\d+')::int % 20 end || '@example.com';

insert into product.project (code, name, open) select 'PRJ-' || n, 'Project ' || n, n % 5 <> 0 from generate_series(1, 20) n;

insert into nonet.file (name, type, size, sha256, content)
  select 'receipt' || n || case when n % 2 = 0 then '.pdf' else '.png' end, case when n % 2 = 0 then 'application/pdf' else 'image/png' end, 3, sha256(n::text::bytea), 'abc'
  from generate_series(1, 20) n;

insert into product.claim (number, owner, purpose, project, "from", "to", status, submitted_at, approver, rejection_reason, paid_at, payment_reference, booking,
    created_at, updated_at, created_by, updated_by, _entered_at, _deleted_at)
  select 'EX-' || to_char(now() at time zone 'Europe/Amsterdam', 'YYYY') || '-' || lpad(n::text, 5, '0'), o.id,
    'Visit of customer ' || n || ' in ' || (array['Utrecht', 'Ghent', 'Lyon', 'Leuven'])[1 + n % 4],
    case when n % 3 = 0 then p.id end, current_date - 40 - n % 60, current_date - 38 - n % 60,
    s.status,
    case when s.status not in ('draft', 'withdrawn') then made + interval '1 day' end,
    case when s.status in ('approved', 'rejected', 'paid') then o.supervisor end,
    case when s.status = 'rejected' then 'The receipt of claim ' || n || ' can''t be read.' end,
    case when s.status = 'paid' then date_trunc('month', now()) - interval '1 day' * (n % 90) + interval '22 hours 30 minutes' + interval '1 second' * n end,
    case when s.status = 'paid' then 'SEPA-' || n end,
    case when s.status = 'paid' then 'B-' || n end,
    made, made, o.id, o.id, now() - interval '1 day' * (n % 150 + 1),
    case when n % 35 = 0 and s.status = 'draft' then now() end
  from generate_series(1, $1) n
    cross join lateral (select (array['draft', 'submitted', 'escalated', 'approved', 'rejected', 'paid', 'withdrawn'])[1 + n % 7] as status) s
    cross join lateral (select now() - interval '1 day' * (n % 150 + 20) as made) m
    join (select *, row_number() over (order by substring(email from '\d+')::int) as place from product."user") o on o.place = 6 + n % ($1 / 5 - 6)
    join (select id, row_number() over (order by code) as place from product.project) p on p.place = 1 + n % 20;
insert into nonet.number_counter (field, period, last) select 'Claim.number', to_char(now() at time zone 'Europe/Amsterdam', 'YYYY'), $1;

insert into product.line (_parent, _position, date, category, description, amount, created_at, updated_at)
  select c.id, l, c."from" + l - 1, k.id, 'Expense ' || l || ' of ' || c.purpose,
    (case when c.status = 'escalated' then 990 else 10 end) + (ascii(substring(c.number from 12)) + l) * 1.37, c.created_at, c.created_at
  from product.claim c cross join generate_series(1, 3) l
    join (select id, row_number() over (order by name) as place from product.category) k on k.place = 1 + (l + length(c.purpose)) % 3;

insert into nonet.history (entity, record, at, "by", action, clause, from_state, to_state, before, after)
  select 'Claim', c.id, c.submitted_at, c.owner, 'submit', '4.Claim.status.submit.draft', 'draft', 'submitted',
    jsonb_build_object('purpose', c.purpose, 'status', 'draft'), jsonb_build_object('purpose', c.purpose, 'status', 'submitted')
  from product.claim c where c.submitted_at is not null;

insert into nonet.outbound_call (call, clause, entity, record, event, idempotency_key, request, due_at, queued_at)
  select 'notify_manager', '7.notify_manager', 'Claim', id, 'submit', id::text || ':notify',
    jsonb_build_object('method', 'POST', 'url', 'http://mail.example/messages', 'headers', '{}'::jsonb, 'body', '{}'), now() + interval '1 hour', now()
  from product.claim where status = 'submitted' order by id limit 8;

insert into nonet.saved_view (user_id, screen, name, state)
  select id, 'my_claims', 'Mine of ' || name, '{"filters": {"status": "submitted"}, "search": null, "order": "-submitted_at", "columns": ["number", "purpose"], "pageSize": null}'
  from product."user" order by email limit 40;
