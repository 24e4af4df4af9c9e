-- The date that lies some working days after another, before it where their number is negative. Weeks first, of which
-- each has as many; then day by day. Each holiday that is passed asks for a day more, and the way there may pass others.
create function nonet.add_working_days(moment date, number bigint, working_days int[], holidays date[])
  returns date language plpgsql immutable strict parallel safe as $$
declare
  step int := sign(number);
  remaining bigint := abs(number);
  reached date := moment;
  start date;
  weeks bigint;
begin
  while remaining > 0 loop
    start := reached;
    weeks := (remaining - 1) / cardinality(working_days);
    remaining := remaining - weeks * cardinality(working_days);
    reached := (reached + (step * weeks * 7)::int);
    while remaining > 0 loop
      reached := reached + step;
      if extract(isodow from reached)::int = any (working_days) then
        remaining := remaining - 1;
      end if;
    end loop;
    select count(*) into remaining from unnest(holidays) holiday
      where extract(isodow from holiday)::int = any (working_days)
        and sign(holiday - start) = step and sign(holiday - reached) <> step;
  end loop;
  return reached;
end $$;
