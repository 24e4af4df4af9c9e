import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mistakeOf } from '../diagnostics/meaning.ts';
import { Counted } from '../source/counted.ts';
import type { SourceFile } from '../source/span.ts';
import type { SpecTree } from '../syntax/tree.ts';

/** What one check of a document finds. */
export interface CheckedOnce {
  readonly tree: SpecTree;
  /** What is reported, without what only follows from something else. */
  readonly reported: readonly Diagnostic[];
  /** The same, before all that is said of one name is reported once. */
  readonly own: readonly Diagnostic[];
  /** All that is found. */
  readonly all: readonly Diagnostic[];
  /** What is found before the whole is reasoned about. */
  readonly read: readonly Diagnostic[];
  /** Whether the whole is reasoned about: not where the points that all rests on have mistakes. */
  readonly isReasoned: boolean;
}

export type CheckFiles = (files: readonly SourceFile[]) => CheckedOnce;

/** What is found that was not found before; what it is hidden by may be fixed, so it is asked of all. */
export function broughtBy(before: readonly Diagnostic[], after: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Counted(before.map(mistakeOf));
  return after.filter((one) => !known.take(mistakeOf(one)));
}

/** Whether anything is found that was not found before. */
export function bringsMore(before: readonly Diagnostic[], after: readonly Diagnostic[]): boolean {
  return broughtBy(before, after).length > 0;
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
