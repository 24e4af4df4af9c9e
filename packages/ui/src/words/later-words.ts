import { later as ar } from './ar/later.ts';
import { later as de } from './de/later.ts';
import { later as en } from './en/later.ts';
import { later as es } from './es/later.ts';
import { later as fr } from './fr/later.ts';
import { later as nl } from './nl/later.ts';
import { useWordsWith } from './words-with.ts';

const LATER = { ar, de, en, es, fr, nl };

/** The words of the interface with those of parts that come when somebody needs them. */
export function useLaterWords() {
  return useWordsWith(en, LATER);
}
