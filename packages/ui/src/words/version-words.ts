import { versions as ar } from './ar/versions.ts';
import { versions as de } from './de/versions.ts';
import { versions as en } from './en/versions.ts';
import { versions as es } from './es/versions.ts';
import { versions as fr } from './fr/versions.ts';
import { versions as nl } from './nl/versions.ts';
import { useWordsWith } from './words-with.ts';

const VERSIONS = { ar, de, en, es, fr, nl };

/** The words of the interface with those of the document's versions, which come with its screen. */
export function useVersionWords() {
  return useWordsWith(en, VERSIONS);
}
