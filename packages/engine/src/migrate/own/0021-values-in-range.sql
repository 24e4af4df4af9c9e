-- What is computed may lie beyond what its type holds. It has no value then (null), so that no record keeps a list from
-- being read (docs/language/expressions.md, "Beyond what a type holds").
-- A function of one value that is not declared strict is put in the place of its call by PostgreSQL.

-- Whole numbers, within ±(2^53 - 1).
create function nonet.whole(number numeric) returns bigint language sql immutable parallel safe
  return case when number between -9007199254740991 and 9007199254740991 then number::bigint end;

-- Numbers with up to a thousand digits before the point.
create function nonet.number(number numeric) returns numeric language sql immutable parallel safe
  return case when abs(number) < 1e1000 then number end;

-- Texts of up to ten million characters.
create function nonet.shorter(value text) returns text language sql immutable parallel safe
  return case when char_length(value) <= 10000000 then value end;

-- Each part of a text replaced; null, before it is made, where it would be longer than that.
create function nonet.replaced(value text, part text, by text) returns text language plpgsql immutable strict parallel safe as $$
declare
  length bigint := char_length(value);
  times bigint;
begin
  if part = '' then
    return value;
  end if;
  if char_length(by) > char_length(part) then
    times := (length - char_length(replace(value, part, ''))) / char_length(part);
    if length + times * (char_length(by) - char_length(part)) > 10000000 then
      return null;
    end if;
  end if;
  return replace(value, part, by);
end $$;

-- Dates of the years 1 to 9999.
create function nonet.day(moment timestamp) returns date language sql immutable parallel safe
  return case when moment >= timestamp '0001-01-01' and moment < timestamp '10000-01-01' then moment::date end;

-- Instants of the years 1 to 9999, in UTC.
create function nonet.instant(moment timestamptz) returns timestamptz language sql immutable parallel safe
  return case
    when moment >= timestamptz '0001-01-01 00:00:00+00' and moment < timestamptz '10000-01-01 00:00:00+00' then moment end;

-- A duration of these parts.
create function nonet.span(months numeric, days numeric, microseconds numeric) returns interval
  language plpgsql immutable strict parallel safe as $$
begin
  if abs(months) > 119988 or abs(days) > 3659634 or abs(microseconds) > 9007199254740991 then
    return null;
  end if;
  return make_interval(months => months::int, days => days::int) + interval '1 microsecond' * microseconds::float8;
end $$;

-- The microseconds of what the clock counts in a duration.
create function nonet.clock(span interval) returns numeric language sql immutable strict parallel safe
  return extract(hour from span) * 3600000000 + extract(minute from span) * 60000000 + extract(microseconds from span);

create function nonet.months(span interval) returns numeric language sql immutable strict parallel safe
  return extract(year from span) * 12 + extract(month from span);

-- A duration so many times.
create function nonet.times(span interval, number numeric) returns interval language sql immutable strict parallel safe
  return nonet.span(nonet.months(span) * number, extract(day from span) * number, nonet.clock(span) * number);

-- A duration within what durations hold.
create function nonet.span(span interval) returns interval language sql immutable strict parallel safe
  return nonet.span(nonet.months(span), extract(day from span), nonet.clock(span));

-- From one instant to another.
create function nonet.span(since timestamptz, until timestamptz) returns interval language sql immutable strict parallel safe
  return nonet.span(0, 0, (extract(epoch from until) - extract(epoch from since)) * 1000000);

-- A date moved by months (clamped to the month's end), then by days. On the way it may leave the years 1 to 9999, as far
-- as PostgreSQL and JavaScript both have dates.
create function nonet.shifted(day date, months numeric, days numeric) returns date language plpgsql immutable strict parallel safe as $$
declare
  month numeric := (case when extract(year from day) < 0 then extract(year from day) + 1 else extract(year from day) end) * 12
    + extract(month from day) - 1 + months;
  reached date := day;
  number numeric;
begin
  if months <> 0 then
    if month < -48000 then
      reached := date '4000-01-01 BC';
    elsif month >= 2400000 then
      reached := date '200000-01-01';
    else
      reached := (day + make_interval(months => months::int))::date;
    end if;
  end if;
  number := (reached - date '0001-01-01') + days;
  return date '0001-01-01' + greatest(least(number, 73000000), -1460000)::int;
end $$;

-- A date moved; of what the clock counts only whole days do.
create function nonet.moved(day date, by interval) returns date language sql immutable strict parallel safe
  return nonet.day(nonet.shifted(day, nonet.months(by),
    extract(day from by) + floor(nonet.clock(by) / 86400000000))::timestamp);

-- An instant moved: months and days on the calendar of a time zone, the rest on the clock that runs through. The calendar
-- is asked only where there are months or days: a time that stands twice when the clocks change is not read anew.
create function nonet.moved(moment timestamptz, by interval, zone text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  months numeric := nonet.months(by);
  days numeric := extract(day from by);
  local timestamp := moment at time zone zone;
  reached timestamptz := moment;
  seconds numeric;
begin
  if months <> 0 or days <> 0 then
    reached := (nonet.shifted(local::date, months, days) + local::time) at time zone zone;
  end if;
  seconds := extract(epoch from reached) + nonet.clock(by) / 1000000;
  if seconds < extract(epoch from timestamptz '0001-01-01 00:00:00+00')
      or seconds >= extract(epoch from timestamptz '10000-01-01 00:00:00+00') then
    return null;
  end if;
  return reached + (by - date_trunc('day', by));
end $$;

-- As before (0003), but counted in days since the year 1, so that no number of working days leads out of the calendar.
drop function nonet.add_working_days(date, bigint, int[], date[]);
create function nonet.add_working_days(moment date, number numeric, working_days int[], holidays date[])
  returns date language plpgsql immutable strict parallel safe as $$
declare
  origin constant date := date '0001-01-01';
  step int := sign(number);
  remaining bigint := least(abs(number), 4000000);
  reached int := moment - origin;
  start int;
  weeks bigint;
begin
  while remaining > 0 loop
    start := reached;
    weeks := (remaining - 1) / cardinality(working_days);
    remaining := remaining - weeks * cardinality(working_days);
    reached := reached + (step * weeks * 7)::int;
    while remaining > 0 loop
      reached := reached + step;
      -- The first day of the year 1 was a Monday.
      if ((reached % 7) + 7) % 7 + 1 = any (working_days) then
        remaining := remaining - 1;
      end if;
    end loop;
    select count(*) into remaining from unnest(holidays) holiday
      where extract(isodow from holiday)::int = any (working_days)
        and sign((holiday - origin) - start) = step and sign((holiday - origin) - reached) <> step;
  end loop;
  return case when reached between 0 and 3652058 then origin + reached end;
end $$;

-- Refuses a value that a statement would write into a field, and that the field's type does not hold. It is called where
-- the value would stand, and says which field that is.
create function nonet.refuse_beyond(entity text, field text, kind text) returns boolean language plpgsql volatile as $$
begin
  raise exception using
    errcode = case kind when 'number' then '22003' when 'time' then '22008' else '22001' end,
    message = format('The value of %s.%s is beyond its type', entity, field), table = entity, column = field;
end $$;
