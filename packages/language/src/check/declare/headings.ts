import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { splitHeading } from '../resolve/former.ts';
import { readNamed } from '../resolve/names.ts';
import { type Part, unquoted } from '../resolve/words.ts';

/**
 * The name and label behind an entity's `###`: `Claim`, `Claim (Expense claim)`, and its former name,
 * `Claim (was: Old)`. Null if it is neither, which is reported.
 */
export function readHeading(
  context: Context,
  section: Section,
): { readonly name: Part; readonly label: string; readonly was?: Part } | null {
  const { words, was } = splitHeading(section.heading);
  const named = readNamed(context, unquoted(words));
  return named && { ...named, ...(was && { was }) };
}
