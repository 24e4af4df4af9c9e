import { fetchFieldMessages } from '@nonet/language';
import { createContext, use } from 'react';
import { fetchPart } from '../data/load-part.ts';
import { en, type Words } from './en.ts';

/** The functions that fetch the words of each language but English. */
const FETCHED: Readonly<Record<string, () => Promise<Words>>> = {
  ar: async () => (await fetchPart(() => import('./ar.ts'))).ar,
  de: async () => (await fetchPart(() => import('./de.ts'))).de,
  es: async () => (await fetchPart(() => import('./es.ts'))).es,
  fr: async () => (await fetchPart(() => import('./fr.ts'))).fr,
  nl: async () => (await fetchPart(() => import('./nl.ts'))).nl,
};

const catalogues = new Map<string, Words>([['en', en]]);

/** The languages that the shell has words in. */
export const CATALOGUE_LANGUAGES: readonly string[] = ['en', ...Object.keys(FETCHED)];

/** The language whose words a BCP 47 locale is shown in; English if its own has none. */
export function languageOfWords(locale: string): string {
  const language = locale.split('-')[0] ?? '';
  return CATALOGUE_LANGUAGES.includes(language) ? language : 'en';
}

/** The words of a locale that need not be fetched (any more). */
export function knownWords(locale: string): Words | undefined {
  return catalogues.get(languageOfWords(locale));
}

/** Fetches the words of a locale, for `wordsFor`, and those of messages about fields. */
export async function fetchWords(locale: string): Promise<Words> {
  const language = languageOfWords(locale);
  const known = catalogues.get(language);
  if (known) return known;
  const [words = en] = await Promise.all([FETCHED[language]?.(), fetchPart(() => fetchFieldMessages(language))]);
  catalogues.set(language, words);
  return words;
}

/** The words of a BCP 47 locale's language; English if there are none, or they have not been fetched yet. */
export function wordsFor(locale: string): Words {
  return catalogues.get(languageOfWords(locale)) ?? en;
}

export const WordsContext = createContext<Words>(en);

export function useWords(): Words {
  return use(WordsContext);
}
