-- `reset` (7) gives the first whole number again, in a database of `nonet dev`. A role that only serves may change no sequence otherwise than
-- by drawing from it; this function does it as the owner of the sequence, and in the transaction, so that it is undone with it.
create function nonet.restart_numbers(numbers regclass) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from nonet.product where demo_seeded_at is not null) then
    raise exception 'Only the numbers of a database of nonet dev are begun again.' using errcode = '42501';
  end if;
  if not exists (select from pg_class where oid = numbers and relkind = 'S' and relnamespace = 'product'::regnamespace) then
    raise exception '% gives no numbers of the product.', numbers using errcode = '42501';
  end if;
  execute format('alter sequence %s restart', numbers);
end
$$;
revoke execute on function nonet.restart_numbers(regclass) from public;
