import { patternFault } from '../../../expression/compile-pattern.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Context } from '../../context.ts';
import { type Part, part } from '../words.ts';

/** Reads `/…/`: the source of a linear-time regular expression (RE2). */
export function readPattern(context: Context, words: Part): string | null {
  if (words.text.length < 2 || !words.text.endsWith('/')) {
    context.report('N308', ENTITIES_CODES.N308, { pattern: words.text.slice(1), fault: null }, words.span);
    return null;
  }
  const source = part(words, 1, words.text.length - 1);
  const fault = patternFault(source.text);
  if (fault === null) return source.text;
  context.report('N308', ENTITIES_CODES.N308, { pattern: source.text, fault }, source.span);
  return null;
}
