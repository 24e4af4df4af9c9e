import { fetchPart } from '../data/load-part.ts';

let words: ((text: string, locale: string) => string) | null = null;

/** Fetches the words of repeating dates, which few products have. */
export async function fetchRepeats(): Promise<true> {
  words ??= (await fetchPart(() => import('./repeats-words.ts'))).repeats;
  return true;
}

/** Repeating dates in words; as they are stored until the words have come. */
export function repeatsIn(text: string, locale: string): string {
  return words?.(text, locale) ?? text;
}
