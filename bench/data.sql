-- The rows of floor.sql as records of invoices/spec.md: the same values, so that both servers answer alike.
insert into product."user" (email, name, roles)
  select 'user'||g||'@example.com', 'User '||g, case when g = 1 then array['clerk'] else '{}' end from generate_series(1,20) g;
alter table public.customer add column record uuid not null default nonet.uuid();
alter table public.invoice add column record uuid not null default nonet.uuid();
insert into product.customer (id, name, email, city, created_at, updated_at, created_by, updated_by)
  select c.record, c.name, c.email, c.city, c.created_at, c.created_at, u.id, u.id
  from public.customer c, product."user" u where u.email = 'user1@example.com';
insert into product.invoice (id, number, customer, status, issue_date, due_date, total, note, owner, created_at, updated_at, created_by, updated_by, _entered_at)
  select i.record, i.number, c.record, i.status, i.issue_date, i.due_date, i.total, i.note, u.id, i.created_at, i.created_at, u.id, u.id, i.created_at
  from public.invoice i join public.customer c on c.id = i.customer_id join product."user" u on u.email = i.owner||'@example.com';
create table public.pair as select id, record, status, total from public.invoice;
alter table public.customer drop column record;
alter table public.invoice drop column record;
vacuum full analyze;
