import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SpecTree } from '../../syntax/tree.ts';

/** Diagnostics in the order of the text, file by file. */
export function inOrder(tree: SpecTree, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = tree.files.map((file) => file.path);
  return diagnostics.toSorted(
    (left, right) =>
      files.indexOf(left.span.file) - files.indexOf(right.span.file) || left.span.start - right.span.start,
  );
}
