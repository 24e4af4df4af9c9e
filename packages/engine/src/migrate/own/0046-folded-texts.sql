-- A text as searches compare it: without regard to case and accents. It states the same as foldText of @nonet/language.
-- Indexes hold its results, so it never changes: another folding is another function. Its cost is stated as that of lower():
-- with the usual one of PL/pgSQL, PostgreSQL would rather sort a whole table than read a list's index until a page is full.
create function nonet.fold(given text) returns text language plpgsql immutable strict parallel safe cost 1 as $$
declare
  folded text;
begin
  if octet_length(given) = length(given) then return lower(given collate "C"); end if;
  folded := lower(normalize(given, NFKD) collate nonet.text);
  if folded collate "C" ~ '[ßæœþøđðħıłŧς‘’“”„‐‒–—]' then
    folded := translate(
      replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'øđðħıłŧς‘’“”„‐‒–—', 'oddhiltσ''''"""----');
  end if;
  folded := regexp_replace(folded collate "C",
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u00ad]', '', 'g');
  return case when octet_length(folded) = length(folded) then folded else normalize(folded, NFC) end;
end $$;

-- The same for columns, of which most texts are ASCII: PostgreSQL writes this one into its statement, and calls nothing for
-- them. It can't do so where a text comes from another row; there the other one is faster.
create function nonet.folded(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = length(given) then lower(given collate "C") else nonet.fold(given) end
$$;
