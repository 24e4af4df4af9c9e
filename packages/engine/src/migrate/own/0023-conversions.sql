-- What fields were given out of the fields of a former document (`from`): the texts that were carried out, each with its
-- version, by the names of the document in use. What was carried out is not carried out again.
alter table nonet.product add column conversions jsonb not null default '[]';
