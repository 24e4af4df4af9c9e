-- How often what the document names was renamed. An entry of the history keeps the names of its day, and how often they
-- had been renamed by then; whoever reads it goes on from there: nonet.history_names_0 turns the names that were never
-- renamed into those after the first time, and so on.
alter table nonet.product add column names int not null default 0;
create function nonet.names() returns int language sql stable as
  'select coalesce((select names from nonet.product), 0)';
alter table nonet.history add column names int not null default 0;
alter table nonet.history alter column names set default nonet.names();

create function nonet.by_new_names(entry nonet.history) returns nonet.history language plpgsql stable as $$
begin
  for step in entry.names .. nonet.names() - 1 loop
    execute format('select * from nonet.history_names_%s($1)', step) into entry using entry;
  end loop;
  return entry;
end
$$;
