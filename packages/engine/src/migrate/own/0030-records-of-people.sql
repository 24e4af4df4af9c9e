-- Fields of records that the document states, in which people had written something else when a version was put to use that
-- states them otherwise (entity, record, field): no version gives them another value. By the names of the document in use.
alter table nonet.product add column written_by_people jsonb not null default '[]';
