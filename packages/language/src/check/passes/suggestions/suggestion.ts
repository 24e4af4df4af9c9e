import type { Diagnostic, Fix } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../source/span.ts';
import type { SpecTree } from '../../../syntax/tree.ts';

/** An edit of a document that may correct several errors at once. */
export interface Suggestion {
  readonly fix: Fix;
  /** The place that must be free of errors after the fix; null if an error suggests the fix itself. */
  readonly mustClear: Span | null;
  /** The text that it writes is there already in another form, so it is meant if it makes much right. */
  readonly isWritten?: true;
  /** The number of errors that it must correct to be believed. */
  readonly least: 1 | 2;
  /** The error that is reported in the place of those that it fixes. */
  readonly report: () => Diagnostic;
}

/** A document with errors that a fix is sought for. */
export interface Wrong {
  /** The errors that are reported, in the order of the text. */
  readonly errors: readonly Diagnostic[];
  /** These, and those that only follow from others. */
  readonly all: readonly Diagnostic[];
}

/** The suggestions that some errors give rise to, the likelier ones first; not tried yet. */
export type Suggest = (tree: SpecTree, wrong: Wrong) => readonly Suggestion[];

/** The text at a place of a document. */
export function sourceAt(tree: SpecTree, { file, start, end }: Span): string {
  return tree.files.find(({ path }) => path === file)?.text.slice(start, end) ?? '';
}
