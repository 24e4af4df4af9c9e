-- Dates of a recurrence (3) that are left out: a third line of its text, `EXDATE;VALUE=DATE:20261224,20261231`. A COUNT
-- counts them, as in RFC 5545. The rest is as before.
create or replace function nonet.occurrences(rule text, first date, last date, most int)
  returns date[] language plpgsql immutable strict parallel safe as $$
declare
  begins constant date := to_date(substring(rule from 'DATE:(\d{8})'), 'YYYYMMDD');
  frequency constant text := substring(rule from 'FREQ=([A-Z]+)');
  step constant int := coalesce(substring(rule from 'INTERVAL=(\d+)')::int, 1);
  most_counted constant int := substring(rule from 'COUNT=(\d+)')::int;
  month_day constant int := substring(rule from 'BYMONTHDAY=(-?\d+)')::int;
  in_month constant int := coalesce(substring(rule from 'BYMONTH=(\d+)')::int, 1);
  place constant int := coalesce(substring(rule from 'BYSETPOS=(-?\d+)'), substring(rule from 'BYDAY=(-?\d)'))::int;
  weekdays constant int[] := array(
    select number from generate_subscripts(array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'], 1) number
      where substring(rule from 'BYDAY=([-0-9A-Z,]+)') like '%' || (array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[number] || '%'
      order by number);
  excepted constant date[] := array(
    select to_date(day, 'YYYYMMDD') from unnest(string_to_array(substring(rule from 'EXDATE;VALUE=DATE:([0-9,]+)'), ',')) day);
  ends constant date := least(
    last, to_date(substring(rule from 'UNTIL=(\d{8})'), 'YYYYMMDD'), (begins + interval 'P100Y')::date, date '9999-12-31');
  since constant date := greatest(begins, first);
  monday constant date := begins - (extract(isodow from begins)::int - 1);
  first_year constant int := extract(year from begins);
  months constant int := (extract(year from since) - first_year) * 12 + extract(month from since) - extract(month from begins);
  number int := 0;
  seen int := 0;
  start date;
  long int;
  days date[];
  one date;
  found date[] := '{}';
begin
  if most_counted is null then
    number := case frequency
      when 'DAILY' then (since - begins) / step
      when 'WEEKLY' then (since - monday) / 7 / step
      when 'MONTHLY' then months / step
      else (extract(year from since)::int - first_year) / step
    end;
  end if;
  while cardinality(found) < most loop
    start := case frequency
      when 'DAILY' then begins + number * step
      when 'WEEKLY' then monday + number * step * 7
      when 'MONTHLY' then (date_trunc('month', begins::timestamp) + make_interval(months => number * step))::date
      else case when first_year + number * step <= 9999 then make_date(first_year + number * step, in_month, 1) end
    end;
    exit when start is null or start > ends;
    if frequency = 'DAILY' then days := array[start];
    elsif frequency = 'WEEKLY' then days := array(select start + weekday - 1 from unnest(weekdays) weekday);
    else
      long := extract(day from start + interval 'P1M' - interval 'P1D');
      if month_day is not null then
        days := case when month_day <= long then array[start + (case when month_day = -1 then long else month_day end) - 1] else '{}' end;
      else
        days := array(
          select start + offset_ from generate_series(0, long - 1) offset_
            where extract(isodow from start + offset_)::int = any (weekdays) order by offset_);
        one := days[case when place = -1 then cardinality(days) else place end];
        days := case when one is null then '{}' else array[one] end;
      end if;
    end if;
    foreach one in array days loop
      continue when one < begins or one > ends;
      seen := seen + 1;
      if seen > most_counted then return found; end if;
      if one >= since and cardinality(found) < most and one <> all (excepted) then found := found || one; end if;
    end loop;
    number := number + 1;
  end loop;
  return found;
end
$$;

-- The region (ISO 3166) in whose form a person reads dates and numbers (9, PERSONAL_REGION). Who has no row reads them in
-- the form of the product, or of their device.
create table nonet.personal_region (
  user_id uuid primary key,
  region text not null
);
