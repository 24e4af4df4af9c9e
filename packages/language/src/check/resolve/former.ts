import { isSameNamespace, type Named, type Rename } from '../../model/renames.ts';
import type { Cell, Words } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { checkName, slugOf } from './names.ts';
import { type Part, part, unquoted } from './words.ts';

/** Written instead of a former name if the thing is new. */
const NONE = 'none';

/**
 * Reads former names: the rule `was old`, the cell of a column `was`, `(was: Old)` behind a heading. Several are joined
 * by `and`, or by commas if these have no other meaning there; `none` says that the thing is new.
 */
export function readFormer(context: Context, named: Named, words: Cell | Part | undefined): void {
  if (!words || words.text === '') return;
  if (('absence' in words && words.absence === 'none') || words.text === NONE) {
    context.isNew(named);
    return;
  }
  if ('absence' in words && words.absence !== null) return;
  for (const each of formerNames(words, named.kind)) {
    const was = unquoted(each);
    if (named.kind !== 'screen' && !checkName(context, named.kind, was)) continue;
    const name = named.kind === 'screen' ? slugOf(was.text) : was.text;
    // Rows of one event, or of one role, may all say so.
    const isSaid = context.renamed.some(({ rename }) => rename.was === name && isNamed(rename, named));
    if (!isSaid) context.rename({ ...named, was: name }, was.span);
  }
}

/** The name of a screen may have `and` in it. */
function formerNames(words: Cell | Part, kind: Rename['kind']): Part[] {
  const names: Part[] = [];
  let start = 0;
  for (const match of words.text.matchAll(kind === 'screen' ? /,/g : /,|\sand(?=\s)/g)) {
    names.push(part(words, start, match.index));
    start = match.index + match[0].length;
  }
  return [...names, part(words, start, words.text.length)];
}

/** Whether a rename concerns this thing. */
export function isNamed(rename: Named, named: Named): boolean {
  return isSameNamespace(rename, named) && rename.name === named.name;
}

/** A heading without the `(was: …)` at its end, and the former names in that. */
export function splitHeading(heading: Words): { readonly words: Part; readonly was?: Part } {
  const words: Part = heading;
  const match = /\(\s*was:([^)]*)\)\s*$/.exec(words.text);
  if (!match) return { words };
  const start = words.text.indexOf(':', match.index) + 1;
  return { words: part(words, 0, match.index), was: part(words, start, start + (match[1] ?? '').length) };
}
