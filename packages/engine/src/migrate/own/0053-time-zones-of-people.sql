-- The time zone in which a person reads instants (9, PERSONAL_TIME_ZONE): an IANA name, or `device`, where their device
-- says it. Who has no row reads them in the product's own.
create table nonet.personal_time_zone (
  user_id uuid primary key,
  time_zone text not null
);
