import type { Section } from '../../../syntax/tree.ts';

/** Whether a heading of point 4 or 5 opens its examples. */
export function isExamples({ heading }: Section): boolean {
  return /^examples$/i.test(heading.text.trim());
}
