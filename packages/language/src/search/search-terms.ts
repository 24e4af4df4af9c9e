import { foldText } from './fold-text.ts';

/** Further words of a search are ignored. */
const MOST_TERMS = 10;

/** A quoted phrase, which may still be without its end, or a word. */
const TERM = /["“„]([^"“”„]+)(?:["“”](?=\s|$)|$)|\S+/gu;

/**
 * The terms of a search, folded: its words, and what it has in quotes as it stands. A record is found if each of them is
 * part of one of its searched texts.
 */
export function searchTerms(text: string): string[] {
  const terms = [...text.matchAll(TERM)].map(([word, phrase]) => foldText(phrase ?? word).trim());
  return [...new Set(terms.filter((term) => term !== '' && term !== '"'))].slice(0, MOST_TERMS);
}

/** Whether each term is part of one of the texts. */
export function hasTerms(texts: readonly string[], terms: readonly string[]): boolean {
  const folded = texts.map(foldText);
  return terms.every((term) => folded.some((text) => text.includes(term)));
}
