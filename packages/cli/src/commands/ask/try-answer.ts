import path from 'node:path';
import {
  answerGap,
  applyEdits,
  cellAbsence,
  checkDocument,
  type CheckedDocument,
  type Diagnostic,
  type Question,
  type SourceFile,
} from '@nonet/language';
import type { DocumentSource } from '../../document.ts';
import { replaceUnchanged } from '../../replace-file.ts';

/** Whether a line can be an answer: an empty line, and each word for `not shown`, leave the question open. */
export function takes({ choices, takesWords }: Question, answer: string): boolean {
  return takesWords || answer === '' || choices.includes(answer) || cellAbsence(answer) !== null;
}

/** A document as an answer would leave it. */
export interface Tried {
  readonly index: number;
  readonly before: SourceFile;
  readonly after: SourceFile;
  /** Whether the gap remains: the answer was another word for `not shown`. */
  readonly isOpen: boolean;
  /** Errors that the document does not have without the answer. */
  readonly errors: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
}

/** Tries an answer without writing it. Null if one answer can't fill the gap. */
export function tryAnswer(
  document: DocumentSource,
  checked: CheckedDocument,
  { clause }: Question,
  answer: string,
): Tried | null {
  const edits = answerGap(checked, clause, answer);
  const index = checked.tree.files.findIndex(({ path: name }) => name === edits?.[0]?.span.file);
  const before = checked.tree.files[index];
  if (edits === null || before === undefined) return null;
  const after = applyEdits(before, edits);
  const result = checkDocument(index === 0 ? after : document.main, (name) =>
    index > 0 && name === after.path ? { kind: 'file', text: after.text } : document.readInclude(name),
  );
  const known = checked.diagnostics.map(identity);
  const errors = result.diagnostics.filter((found) => {
    if (found.severity !== 'error') return false;
    const at = known.indexOf(identity(found));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  const isOpen = result.model.gaps.some((gap) => gap.clause === clause);
  return { index, before, after, isOpen, errors, files: result.tree.files };
}

function identity({ code, clause, message }: Diagnostic): string {
  return `${code} ${clause ?? ''} ${message}`;
}

/** Writes the file that an answer changes, unless somebody has changed it meanwhile. */
export async function writeAnswer(document: DocumentSource, { index, before, after }: Tried): Promise<void> {
  const target = index === 0 ? document.file : path.join(path.dirname(document.file), after.path);
  await replaceUnchanged(target, before.text, after.text);
}
