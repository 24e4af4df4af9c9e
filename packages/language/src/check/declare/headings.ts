import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { readNamed } from '../resolve/names.ts';
import { type Part, unquoted } from '../resolve/words.ts';

/**
 * The name and label behind an item's `###`: `Claim`, `Claim (Expense claim)`. Null where it is neither, which is
 * reported. `(was: Old)` is not carried out yet.
 */
export function readHeading(
  context: Context,
  section: Section,
): { readonly name: Part; readonly label: string } | null {
  const was = /\(\s*was:?\s[^)]*\)\s*$/.exec(section.heading.text);
  const words: Part = section.heading;
  if (was) {
    context.unsupported('renames (`was: …`)', section.heading.span);
    const text = words.text.slice(0, was.index).trimEnd();
    return readNamed(
      context,
      unquoted({ ...words, text, span: { ...words.span, end: words.span.start + text.length } }),
    );
  }
  return readNamed(context, unquoted(words));
}
