-- Working time of a record (3). Its lists come as arrays: weekdays by their names, the times from and to which each of
-- them is, and the first and last dates of its days off.

-- The numbers of weekdays, Monday 1 to Sunday 7; null if there are none, so that nothing is counted.
create function nonet.weekday_numbers(names text[]) returns int[] language sql immutable parallel safe as $$
  select array_agg(distinct number)
    from unnest(names) name,
      array_position(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], name) number
    where number is not null
$$;

-- Each date of spans of days off, which have a hundred years at the most.
create function nonet.days_off(first date[], last date[]) returns date[] language sql immutable parallel safe as $$
  select array(
    select distinct span.begins + number
      from unnest(first, last) span(begins, ends), generate_series(0, least(span.ends - span.begins, 36524)) number)
$$;

-- The working days behind a date up to a later one; less than 0 up to an earlier one. Days are counted since the year 1,
-- which began on a Monday.
create function nonet.working_days_between(first date, last date, working_days int[], holidays date[])
  returns bigint language sql immutable parallel safe as $$
  select way * ((
      select coalesce(sum(floor((ends - weekday + 1) / 7.0) - floor((begins - weekday + 1) / 7.0)), 0)
        from unnest(working_days) weekday
    ) - (
      select count(distinct holiday) from unnest(holidays) holiday
        where holiday - date '0001-01-01' > begins and holiday - date '0001-01-01' <= ends
          and extract(isodow from holiday)::int = any (working_days)
    ))::bigint
    from (
      select case when last >= first then 1 else -1 end as way,
        least(first, last) - date '0001-01-01' - (last < first)::int as begins,
        greatest(first, last) - date '0001-01-01' - (last < first)::int as ends
    ) counted
    where first is not null and last is not null
$$;

-- The times of a date. What closes before it opens does so on the next day.
create function nonet.openings(
  day date, weekdays text[], opens time[], closes time[], holidays date[], zone text,
  out starts timestamptz, out ends timestamptz
) returns setof record language sql stable parallel safe rows 2 as $$
  select (day + opening) at time zone zone, (day + (closing <= opening)::int + closing) at time zone zone
    from unnest(weekdays, opens, closes) week(name, opening, closing)
    where array_position(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'], name)
        = extract(isodow from day)
      and opening is not null and closing is not null
      and day <> all (holidays) and day between date '0001-01-01' and date '9999-12-31'
$$;

-- The instant at which so much working time has passed since another one, or since when it has; null if that takes more
-- than ten years, or if the time has days, which have no length here.
create function nonet.add_working_time(
  moment timestamptz, by interval, weekdays text[], opens time[], closes time[], holidays date[], zone text
) returns timestamptz language plpgsql stable strict parallel safe as $$
declare
  way constant int := case when by < interval 'PT0S' then -1 else 1 end;
  remaining numeric := abs(extract(epoch from by)) * 1000000;
  start constant date := (moment at time zone zone)::date;
  reached timestamptz := moment;
  opening record;
  low timestamptz;
  high timestamptz;
  length numeric;
begin
  if extract(year from by) <> 0 or extract(month from by) <> 0 or extract(day from by) <> 0 then
    return null;
  end if;
  if remaining = 0 then
    return moment;
  end if;
  if cardinality(weekdays) = 0 then
    return null;
  end if;
  for searched in 0..3653 loop
    -- What begins on the day before may last until now.
    for opening in
      select * from nonet.openings(
        case when way = 1 then start + searched - 1 else start - searched end,
        weekdays, opens, closes, holidays, zone) found
        order by
          case when way = 1 then found.starts end, case when way = 1 then found.ends end,
          case when way = -1 then found.ends end desc, case when way = -1 then found.starts end desc
    loop
      low := case when way = 1 then greatest(opening.starts, reached) else opening.starts end;
      high := case when way = 1 then opening.ends else least(opening.ends, reached) end;
      if high > low then
        length := extract(epoch from high - low) * 1000000;
        if length >= remaining then
          return nonet.instant(case when way = 1
            then low + remaining::double precision * interval 'PT0.000001S'
            else high - remaining::double precision * interval 'PT0.000001S' end);
        end if;
        remaining := remaining - length;
      end if;
      reached := case when way = 1 then greatest(reached, opening.ends) else least(reached, opening.starts) end;
    end loop;
  end loop;
  return null;
end $$;

-- The microseconds of working time from an instant to a later one, less than 0 to an earlier one; null if there are more
-- than ten years between them.
create function nonet.working_time_between(
  moment timestamptz, other timestamptz, weekdays text[], opens time[], closes time[], holidays date[], zone text
) returns numeric language plpgsql stable strict parallel safe as $$
declare
  first constant timestamptz := least(moment, other);
  last constant timestamptz := greatest(moment, other);
  start constant date := (first at time zone zone)::date;
  days constant int := (last at time zone zone)::date - start;
  reached timestamptz := first;
  opening record;
  total numeric := 0;
begin
  if days > 3653 then
    return null;
  end if;
  for day in -1..days loop
    for opening in
      select * from nonet.openings(start + day, weekdays, opens, closes, holidays, zone) found
        order by found.starts, found.ends
    loop
      if least(opening.ends, last) > greatest(opening.starts, reached) then
        total := total + extract(epoch from least(opening.ends, last) - greatest(opening.starts, reached)) * 1000000;
      end if;
      reached := greatest(reached, opening.ends);
    end loop;
  end loop;
  return case when other < moment then - total else total end;
end $$;
