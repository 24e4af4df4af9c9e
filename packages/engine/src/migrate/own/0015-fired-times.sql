-- For which time a row fired that may find its record waiting again: it does not fire for the same time twice.
alter table nonet.repeated_timer add column due_at timestamptz;
