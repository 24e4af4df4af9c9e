import type { Paper, PaperContent } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { constantValue } from '../sql/values.ts';
import type { ReadPaper } from './paper.ts';
import { type PaperValues, writePaper } from './write-paper.ts';

/** A paper with what was read for it, in the words of `index`. @throws {PaperTooLong} */
export function completePaper(
  index: PlanIndex,
  paper: Paper,
  content: PaperContent,
  values: PaperValues,
  language: string,
): ReadPaper {
  const words = writePaper(index, { ...index.plan.settings, locale: language }, content, values);
  const { size, isLandscape, logo } = paper;
  return { ...words, language, size, isLandscape, logo: logo === null ? null : pictureOf(index, logo) };
}

/** The picture of a constant; null if it is none. */
function pictureOf(index: PlanIndex, constant: string): string | null {
  const value = constantValue(index, constant);
  return typeof value === 'string' && value.startsWith('data:image/') ? value : null;
}
