-- 10,000 articles of 1,000 people with tags, likes and followers, as records of examples/realworld/spec.md.
insert into product."user" (email, name, roles, followers)
  select 'user'||g||'@example.com', 'user'||g, '{}', '{}' from generate_series(1, 1000) g;
update product."user" u set followers = array(
  select o.id from product."user" o where (hashtext(o.name||u.name) & 1023) < 20 order by o.name);
insert into product.tag (name) select 'tag'||g from generate_series(1, 100) g;
create table public.person as select row_number() over (order by name) as place, id, name from product."user";
insert into product.article (slug, title, description, body, tags, author, favorited_by, created_at, updated_at)
  select 'article-'||g, 'Article '||g, 'What article '||g||' is about', repeat('Words. ', 100),
    array(select id from product.tag where (hashtext(name||g::text) & 1023) < 30 order by name),
    p.id, array(select o.id from public.person o where (hashtext(o.name||g::text) & 1023) < 8),
    now() - make_interval(mins => g), now() - make_interval(mins => g)
  from generate_series(1, 10000) g join public.person p on p.place = 1 + (g * 7919) % 1000;
create table public.people (id int primary key, username text unique not null, bio text, image text);
insert into public.people select place, name, null, null from public.person;
create table public.follows (follower int not null, followed int not null, primary key (followed, follower));
insert into public.follows select f.place, p.place from product."user" u join public.person p on p.id = u.id
  cross join unnest(u.followers) x join public.person f on f.id = x;
create table public.articles (id int primary key, slug text unique not null, title text not null, description text not null,
  body text not null, author int not null, created_at timestamptz not null, updated_at timestamptz not null);
insert into public.articles select substr(a.slug, 9)::int, a.slug, a.title, a.description, a.body, p.place, a.created_at, a.updated_at
  from product.article a join public.person p on p.id = a.author;
create index on public.articles (created_at desc);
create table public.tags (id serial primary key, name text unique not null);
insert into public.tags (name) select name from product.tag order by name;
create table public.article_tags (article int not null, tag int not null, primary key (article, tag));
insert into public.article_tags select substr(a.slug, 9)::int, t.id from product.article a cross join unnest(a.tags) x
  join product.tag p on p.id = x join public.tags t on t.name = p.name;
create table public.favorites (article int not null, person int not null, primary key (article, person));
insert into public.favorites select substr(a.slug, 9)::int, p.place from product.article a cross join unnest(a.favorited_by) x
  join public.person p on p.id = x;
drop table public.person;
vacuum full analyze;
