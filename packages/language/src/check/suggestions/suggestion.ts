import type { Diagnostic, Fix } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../source/span.ts';
import type { SpecTree } from '../../syntax/tree.ts';

/** A change of a document that may be all that some errors ask for. */
export interface Suggestion {
  readonly fix: Fix;
  /** Where nothing may be wrong any more with it; null where it fixes an error that says so itself. */
  readonly settles: Span | null;
  /** What it writes stands there already, in another form: it is meant, if it makes much right. */
  readonly isWritten?: true;
  /** How many things it must make right to be believed. */
  readonly least: 1 | 2;
  /** The error that is reported in the place of those that it fixes. */
  readonly report: () => Diagnostic;
}

/** What is wrong with a document, for a fix to be found. */
export interface Wrong {
  /** The errors that are reported, in the order of the text. */
  readonly errors: readonly Diagnostic[];
  /** These, and those that only follow from others. */
  readonly all: readonly Diagnostic[];
}

/** Names the fixes that some errors suggest, the likelier ones first; nobody has tried them yet. */
export type Suggest = (tree: SpecTree, wrong: Wrong) => readonly Suggestion[];

/** The text at a place of a document. */
export function sourceAt(tree: SpecTree, { file, start, end }: Span): string {
  return tree.files.find(({ path }) => path === file)?.text.slice(start, end) ?? '';
}
