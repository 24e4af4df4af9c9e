-- A text as searches compare it: without regard to case and accents. It states the same as foldText of @nonet/language.
-- Indexes hold its results, so it never changes: another folding is another function.
create function nonet.folded(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = length(given) then lower(given collate "C")
  else normalize(regexp_replace(
    translate(
      replace(replace(replace(replace(lower(normalize(given, NFKD) collate nonet.text), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
        collate "C",
      'øđðħıłŧς‘’“”„‐‒–—', 'oddhiltσ''''"""----'),
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u00ad]', '', 'g'), NFC) end
$$;
