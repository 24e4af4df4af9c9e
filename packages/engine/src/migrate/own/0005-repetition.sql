-- When a timer that repeats fired last on a record, and when a call at fixed times was queued last.
create table nonet.repeated_timer (
  clause text not null,
  record uuid not null,
  fired_at timestamptz not null,
  primary key (clause, record)
);

create table nonet.scheduled_call (
  clause text not null,
  -- "every day at 06:00 for Loan", by its entity.
  schedule text not null,
  queued_for timestamptz not null,
  primary key (clause, schedule)
);
