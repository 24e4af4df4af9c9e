import { foldText } from './fold-text.ts';

/** A part of a text, and whether a search has found it. */
export interface FoundPart {
  readonly text: string;
  readonly isFound: boolean;
}

/** A letter with the marks behind it. */
const LETTER = /.\p{M}*/gsu;

/** A text in parts: those that hold a term of a search, and those between them. `terms`: as `searchTerms` reads them. */
export function foundParts(text: string, terms: readonly string[]): readonly FoundPart[] {
  if (terms.length === 0 || text === '') return text === '' ? [] : [{ text, isFound: false }];
  const letters = text.match(LETTER) ?? [];
  /** For each unit of the folded text, the letter that it comes from. */
  const origins: number[] = [];
  let folded = '';
  for (const [place, letter] of letters.entries()) {
    const own = foldText(letter);
    folded += own;
    for (let unit = 0; unit < own.length; unit++) origins.push(place);
  }
  const isFound = letters.map(() => false);
  for (const term of terms.filter((each) => each !== ''))
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + 1))
      isFound.fill(true, origins[at], (origins[at + term.length - 1] ?? 0) + 1);
  const parts: { text: string; isFound: boolean }[] = [];
  for (const [place, letter] of letters.entries()) {
    const last = parts.at(-1);
    const found = isFound[place] ?? false;
    if (last !== undefined && last.isFound === found) last.text += letter;
    else parts.push({ text: letter, isFound: found });
  }
  return parts;
}
