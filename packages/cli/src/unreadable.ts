import { type Diagnostic, findCode, type SourceFile } from '@nonet/language';
import type { Unreadable } from './failure.ts';

/** That a document can't be read, as a diagnostic at its beginning: for formats that other programs read. */
export function unreadableDiagnostic({ file, reason }: Unreadable): {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
} {
  const code = 'N033';
  const severity = findCode(code)?.severity ?? 'error';
  const message = `\`${file}\` can't be read: ${reason}`;
  return {
    diagnostics: [{ code, severity, message, span: { file, start: 0, end: 0 } }],
    files: [{ path: file, text: '' }],
  };
}
