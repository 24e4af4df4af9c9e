-- A role that only serves may add security events, and change or remove none. These functions do it as their owner.
alter function nonet.chain_security_events() security definer;
alter function nonet.chain_security_events() set search_path = pg_catalog, pg_temp;

create function nonet.forget_security_events(days int) returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from nonet.security_event where position is not null and position < (
    select min(position) from nonet.security_event where at >= now() - make_interval(days => greatest(days, 90)))
$$;
