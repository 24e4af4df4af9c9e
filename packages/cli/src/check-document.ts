import { type CheckedDocument, checkDocument, renderText } from '@nonet/language';
import type { DocumentSource } from './document.ts';
import { Failure } from './failure.ts';
import { takesColour, widthOf } from './terminal.ts';

export function check(document: DocumentSource): CheckedDocument {
  return checkDocument(document.main, document.readInclude);
}

/**
 * Gives the commands that run a document its plan.
 * @throws Failure after it has written the errors of the document to standard error.
 */
export function planFor(document: DocumentSource): NonNullable<CheckedDocument['plan']> {
  const result = check(document);
  if (result.plan) return result.plan;
  process.stderr.write(
    renderText(
      result.diagnostics.filter(({ severity }) => severity === 'error'),
      result.tree.files,
      { color: takesColour(process.stderr), width: widthOf(process.stderr) },
    ),
  );
  throw new Failure(`${document.main.path} has errors: nothing was started, nothing was changed.`);
}
