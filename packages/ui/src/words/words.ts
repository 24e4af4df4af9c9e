import { createContext, use } from 'react';
import { en, type Words } from './en.ts';
import { nl } from './nl.ts';

const CATALOGUES: Readonly<Record<string, Words>> = { en, nl };

/** The languages that the shell has words in. */
export const CATALOGUE_LANGUAGES: readonly string[] = Object.keys(CATALOGUES);

/** The catalogue of a BCP 47 locale's language; English where there is none. */
export function wordsFor(locale: string): Words {
  return CATALOGUES[locale.split('-')[0] ?? ''] ?? en;
}

export const WordsContext = createContext<Words>(en);

export function useWords(): Words {
  return use(WordsContext);
}
