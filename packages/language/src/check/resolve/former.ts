import type { Rename } from '../../model/renames.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { checkName } from './names.ts';
import { type Part, unquoted } from './words.ts';

type Named = Rename extends infer Kind ? (Kind extends Rename ? Omit<Kind, 'was'> : never) : never;

/** Reads the former name of what is named: the rule `was old`, the cell of a column `was`, `(was: Old)` behind a heading. */
export function readFormer(context: Context, named: Named, words: Cell | Part | undefined): void {
  if (!words || words.text === '' || ('absence' in words && words.absence !== null)) return;
  const was = unquoted(words);
  if (!checkName(context, named.kind, was)) return;
  // Rows of one event, or of one role, may all say so.
  const isSaid = context.renamed.some(({ rename }) => rename.was === was.text && isNamed(rename, named));
  if (!isSaid) context.rename({ ...named, was: was.text }, was.span);
}

/** Whether it is this thing that a rename is about. */
export function isNamed(rename: Rename, named: Named): boolean {
  const of = (thing: Named) => ('entity' in thing ? thing.entity : null);
  return rename.kind === named.kind && rename.name === named.name && of(rename) === of(named);
}
