import { diagnose, type Diagnostic, DOCUMENT_CODES, renderJson, type SourceFile } from '@nonet/language';
import { type DocumentSource, readDocument } from './document.ts';
import { Unreadable } from './failure.ts';

/**
 * The document, for a command that prints JSON; null if it can't be read: then the error is printed in the form of
 * `nonet check --format json`.
 */
export function readForJson(file: string): DocumentSource | null {
  try {
    return readDocument(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { diagnostics, files } = unreadableDiagnostic(error);
    process.stdout.write(renderJson(diagnostics, files));
    process.stderr.write(`nonet: ${error.message}\n`);
    process.exitCode = error.exitCode;
    return null;
  }
}

/** A diagnostic at the beginning of a document that can't be read, for formats that other programs read. */
export function unreadableDiagnostic({ file, reason }: Unreadable): {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
} {
  const span = { file, start: 0, end: 0 };
  return {
    diagnostics: [diagnose('N033', DOCUMENT_CODES.N033, { path: file, reason }, span)],
    files: [{ path: file, text: '' }],
  };
}
