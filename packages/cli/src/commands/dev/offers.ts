import path from 'node:path';
import {
  applyEdits,
  checkDocument,
  type CheckedDocument,
  offerWords,
  type Plan,
  type SourceFile,
} from '@nonet/language';
import type { DocumentSource } from '../../document.ts';
import { replaceUnchanged } from '../../replace-file.ts';

/** Words that may be written into the document, so that it can be put to use. */
export interface Offer {
  /** The words and their place. */
  readonly text: string;
  /** @throws {Failure} Where the file was changed meanwhile, or can't be written. */
  write(): Promise<void>;
}

/**
 * The words that may be added if a document is refused because of stored data: each makes a document without errors.
 */
export function offersFor(
  document: DocumentSource,
  checked: CheckedDocument,
  former: Plan,
  clauses: readonly string[],
): readonly Offer[] {
  return offerWords(checked, former, clauses).flatMap(({ text, edits }) => {
    const index = checked.tree.files.findIndex((file) => file.path === edits[0]?.span.file);
    const before = checked.tree.files[index];
    if (before === undefined) return [];
    const after = applyEdits(before, edits);
    if (!isValid(checked, document, after)) return [];
    const target = index === 0 ? document.file : path.join(path.dirname(document.file), after.path);
    return [{ text, write: () => replaceUnchanged(target, before.text, after.text) }];
  });
}

function isValid({ tree }: CheckedDocument, document: DocumentSource, changed: SourceFile): boolean {
  const [main = document.main, ...others] = tree.files.map((file) => (file.path === changed.path ? changed : file));
  const { plan } = checkDocument(main, (included) => {
    const file = others.find((other) => other.path === included);
    return file ? { kind: 'file', text: file.text } : document.readInclude(included);
  });
  return plan !== null;
}
