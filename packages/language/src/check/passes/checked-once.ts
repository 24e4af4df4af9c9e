import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mistakeOf } from '../../diagnostics/meaning.ts';
import { Counted } from '../../source/counted.ts';
import type { SourceFile } from '../../source/span.ts';
import type { SpecTree } from '../../syntax/tree.ts';

/** The findings of one check of a document. */
export interface CheckedOnce {
  readonly tree: SpecTree;
  /** The diagnostics that are reported: without those that only follow from others. */
  readonly reported: readonly Diagnostic[];
  /** The diagnostics before those about one name become one. */
  readonly own: readonly Diagnostic[];
  /** All that is found. */
  readonly all: readonly Diagnostic[];
  /** The findings before the checks of the whole model. */
  readonly read: readonly Diagnostic[];
  /** Whether the checks of the whole model ran: they don't if the points on which they rely have mistakes. */
  readonly isReasoned: boolean;
}

export type CheckFiles = (files: readonly SourceFile[]) => CheckedOnce;

/** The diagnostics that were not there before. It compares all of them, because a fix may uncover hidden ones. */
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
