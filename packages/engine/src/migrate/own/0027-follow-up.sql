-- The document that was in use before, from the moment in which another one takes its place until what follows from that
-- besides the storage (records that are stated otherwise, the list of effects) is done: a process may die in between.
alter table nonet.product add column follow_up_from jsonb;
