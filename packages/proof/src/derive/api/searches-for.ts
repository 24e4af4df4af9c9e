import { foldText } from '@nonet/language';

/** The fewest characters of a text that is searched for: shorter ones are part of too much. */
const FEWEST = 4;

/**
 * Searches that find a text, another one first for each `turn`: the text itself, folded (case and accents), its words in
 * the other order, and in quotes. None for one that is too short, or that does not tell quotes from its own.
 */
export function searchesFor(text: string, turn: number): string[] {
  if (text.length < FEWEST || text.length > 200 || /["“”„\p{C}]/u.test(text)) return [];
  const words = text.split(/\s+/).filter((word) => word !== '');
  const searches = [text, foldText(text), text.toUpperCase(), words.toReversed().join(' '), `"${text}"`];
  const first = turn % searches.length;
  return [...searches.slice(first), ...searches.slice(0, first)].filter((search) => search.trim() !== '');
}
