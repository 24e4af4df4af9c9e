import { useFormat } from '../format/format.ts';
import type { Words } from './en.ts';
import { languageOfWords, useWords } from './words.ts';

/** The words of the interface with those of a part, which come with the part. */
export function useWordsWith<Part extends object>(
  english: Part,
  inLanguages: Readonly<Record<string, Part>>,
): Words & Part {
  const words = useWords();
  const { locale } = useFormat();
  return { ...words, ...(inLanguages[languageOfWords(locale)] ?? english) };
}
