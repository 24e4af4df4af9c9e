import { fields as en } from './en/fields.ts';
import { messageFormats } from './message-formats.ts';

/** The functions that fetch the messages about fields of each language but English. */
const FETCHED: Readonly<Record<string, () => Promise<{ fields: typeof en }>>> = {
  ar: () => import('./ar/fields.ts'),
  de: () => import('./de/fields.ts'),
  es: () => import('./es/fields.ts'),
  fr: () => import('./fr/fields.ts'),
  nl: () => import('./nl/fields.ts'),
};

const catalogues: { en: object; [language: string]: object } = { en };

/** Fetches the messages about fields in a locale's language, if it has words, for `fieldMessageFormatIn`. */
export async function fetchFieldMessages(locale: string): Promise<void> {
  const language = locale.split('-')[0] ?? '';
  const fetched = await FETCHED[language]?.();
  if (fetched) catalogues[language] = fetched.fields;
}

/**
 * Like `messageFormatIn`, with the messages about fields only, and in the languages that were fetched, so that a browser
 * need not load all messages.
 */
export const fieldMessageFormatIn = messageFormats(catalogues);
