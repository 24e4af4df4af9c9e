-- Tokens of calendars: the address of a calendar screen for other programs. "screen" is the slug of what the token opens and
-- nothing else; null where the token acts on the API. "locale" is the form in which its maker reads values. "content_tag" is
-- the hash of the calendar that was read last, and "content_at" when it was first read so.
alter table nonet.api_token
  add column screen text,
  add column locale text,
  add column content_tag text,
  add column content_at timestamptz;
