import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { readNamed } from '../resolve/names.ts';
import { type Part, part, unquoted } from '../resolve/words.ts';

/**
 * The name and label behind an entity's `###`: `Claim`, `Claim (Expense claim)`, and its former name, `Claim (was: Old)`.
 * Null where it is neither, which is reported.
 */
export function readHeading(
  context: Context,
  section: Section,
): { readonly name: Part; readonly label: string; readonly was?: Part } | null {
  const was = /\(\s*was:([^)]*)\)\s*$/.exec(section.heading.text);
  const words: Part = section.heading;
  if (was) {
    const named = readNamed(context, unquoted(part(words, 0, was.index)));
    const start = words.text.indexOf(':', was.index) + 1;
    return named && { ...named, was: part(words, start, start + (was[1] ?? '').length) };
  }
  return readNamed(context, unquoted(words));
}
