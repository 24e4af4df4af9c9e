/**
 * Letters that no normalisation takes apart, and signs that are typed in several ways. `nonet.folded`
 * (engine, 0046-folded-texts.sql) states the same for PostgreSQL; `folded.test.ts` there compares both.
 */
const WRITTEN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
};
const REPLACED = new RegExp(`[${Object.keys(WRITTEN).join('')}]`, 'gu');

/** Accents, the points of Hebrew, the vowels of Arabic, and the hyphen that is not shown. Marks of other scripts are letters. */
const LEFT_OUT = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u00ad]/g;
// oxlint-disable-next-line no-control-regex -- ASCII is all of these.
const ASCII = /^[\u0000-\u007f]*$/;

/** A text as searches compare it: `Müller` is `muller`, `STRASSE` and `Straße` are `strasse`, `Søren’s` is `soren's`. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(REPLACED, (letter) => WRITTEN[letter] ?? letter)
    .replace(LEFT_OUT, '')
    .normalize('NFC');
}
