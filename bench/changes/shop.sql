-- examples/corpus/shop.md as people have used it for some months: $1 orders with their lines and notes, half of them with an
-- invoice. Two customers have one name, some addresses are not whole, some telephone numbers are none.
insert into product."user" (email, name, disabled, roles)
  select 'clerk' || n || '@example.com', 'Clerk ' || n, false, case when n <= 2 then '{boss,clerk}' else '{clerk}' end::text[] from generate_series(1, 20) n;
insert into product.warehouse (code, city) select 'W' || n, (array['Rotterdam', 'Antwerp', 'Hamburg'])[1 + n % 3] from generate_series(1, 6) n;
insert into product.tag (name) select 'Tag ' || n from generate_series(1, 12) n;
insert into product.family (name) select 'Family ' || n from generate_series(1, 8) n;
insert into product.supplier (name, country) select 'Supplier ' || n, (array['NL', 'BE', 'DE'])[1 + n % 3] from generate_series(1, 10) n;
insert into product.customer (name, email, phone, street, city, segment, vip, since, account_manager, default_warehouse)
  select case when n <= 3 then 'Ada Double' else 'First' || n || ' Last' || n end, 'customer' || n || '@example.com',
    case when n % 2 = 0 then '+3120' || (5550000 + n) end,
    case when n % 5 <> 0 then n || ' Harbour Street' end, case when n % 7 <> 0 then (array['Delft', 'Bruges', 'Bremen', 'Gouda'])[1 + n % 4] end,
    (array['retail', 'wholesale', 'online', null])[1 + n % 4], n % 10 = 0, current_date - n, u.id, case when n % 2 = 0 then w.id end
  from generate_series(1, $1 / 4) n
    join (select id, row_number() over (order by email) as place from product."user") u on u.place = 1 + n % 20
    join (select id, row_number() over (order by code) as place from product.warehouse) w on w.place = 1 + n % 6;
insert into product.product (sku, name, family, tags, price, weight, colour, active, supplier)
  select 'SKU-' || n, 'Product ' || n, f.id,
    case n % 3 when 0 then '{}'::uuid[] when 1 then array[(select id from product.tag order by name offset n % 12 limit 1)]
      else array(select id from product.tag order by name offset n % 6 limit 2) end,
    n * 1.25, case when n % 4 <> 0 then 150 * n end, (array['red', 'green', 'blue', null])[1 + n % 4], n % 9 <> 0, case when n % 2 = 0 then s.id end
  from generate_series(1, $1 / 10) n
    join (select id, row_number() over (order by name) as place from product.family) f on f.place = 1 + n % 8
    join (select id, row_number() over (order by name) as place from product.supplier) s on s.place = 1 + n % 10;
insert into product."order" (number, customer, wanted, rush, discount, status, created_at, updated_at, created_by, updated_by, _entered_at)
  select 'SO-' || to_char(now() at time zone 'Europe/Amsterdam', 'YYYY') || '-' || lpad(n::text, 5, '0'), c.id, case when n % 3 <> 0 then current_date + n % 30 end, n % 6 = 0, n % 40,
    (array['entered', 'confirmed', 'shipped', 'cancelled'])[1 + n % 4], now() - interval '1 hour' * n, now() - interval '1 hour' * n, u.id, u.id, now() - interval '1 hour' * n
  from generate_series(1, $1) n
    join (select id, row_number() over (order by email) as place from product.customer) c on c.place = 1 + n % ($1 / 4)
    join (select id, row_number() over (order by email) as place from product."user") u on u.place = 1 + n % 20;
insert into nonet.number_counter (field, period, last) select 'Order.number', to_char(now() at time zone 'Europe/Amsterdam', 'YYYY'), $1;
insert into product.order_line (_parent, _position, product, quantity, amount)
  select o.id, l, p.id, 1 + l * 2, p.price * (1 + l * 2) + case when o.n % 7 = 0 then 1 else 0 end
  from (select *, row_number() over (order by number) as n from product."order") o cross join generate_series(1, 3) l
    join (select *, row_number() over (order by sku) as place from product.product) p on p.place = 1 + (o.n + l) % ($1 / 10);
insert into product.note (_parent, _position, text) select id, 1, 'Note on ' || number from product."order" where right(number, 1) in ('1', '5', '9');
insert into product.invoice (number, "order", due, paid)
  select 'INV-' || lpad(row_number() over (order by number)::text, 5, '0'), id, current_date + 30, right(number, 1) = '3'
  from product."order" where status in ('confirmed', 'shipped');
insert into nonet.number_counter (field, period, last) select 'Invoice.number', '', count(*) from product.invoice;
insert into nonet.history (entity, record, at, "by", action, clause, from_state, to_state, before, after)
  select 'Order', id, created_at, created_by, 'confirm', '4.Order.status.confirm', 'entered', 'confirmed', jsonb_build_object('status', 'entered'), jsonb_build_object('status', 'confirmed')
  from product."order" where status in ('confirmed', 'shipped');
insert into nonet.saved_view (user_id, screen, name, state)
  select id, 'orders', 'Open ones of ' || name, '{"filters": {"status": "confirmed"}, "search": null, "order": null, "columns": null, "pageSize": null}' from product."user" order by email limit 10;
