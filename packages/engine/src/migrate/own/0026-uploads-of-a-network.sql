-- The network that sent an upload while nobody was signed in: each has a share of the room for them.
alter table nonet.file add column source text;
