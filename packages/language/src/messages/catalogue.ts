import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { nl } from './nl.ts';

/** Every message of the product's own. English is the catalogue's measure. */
export type Catalogue = typeof en;

/** All catalogues, by language. */
export const MESSAGES = { en, ar, de, es, fr, nl } as const satisfies Record<string, Catalogue>;

/** The languages that the product's own messages have words in. */
export const MESSAGE_LANGUAGES: readonly string[] = Object.keys(MESSAGES);
