import type { SourceFile } from '../../source/span.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Severity } from '../severity.ts';
import { countSeverities, Places, type Range } from './places.ts';

/** Diagnostics for other programs. A missing part of a diagnostic is `null`, or an empty list. */
export interface DiagnosticsReport {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: Severity;
    readonly message: string;
    readonly clause: string | null;
    readonly file: string;
    readonly range: Range;
    readonly related: readonly { readonly message: string; readonly file: string; readonly range: Range }[];
    readonly fix: {
      readonly title: string;
      readonly edits: readonly { readonly file: string; readonly range: Range; readonly text: string }[];
    } | null;
  }[];
  readonly counts: Readonly<Record<Severity, number>>;
}

/** The report of a document's diagnostics, by file and place. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): DiagnosticsReport {
  const places = new Places(files);
  return {
    diagnostics: places.sort(diagnostics).map(({ code, severity, message, clause, span, related, fix }) => ({
      code,
      severity,
      message,
      clause: clause ?? null,
      file: span.file,
      range: places.range(span),
      related: (related ?? []).map((other) => ({
        message: other.message,
        file: other.span.file,
        range: places.range(other.span),
      })),
      fix:
        fix === undefined
          ? null
          : {
              title: fix.title,
              edits: fix.edits.map((edit) => ({
                file: edit.span.file,
                range: places.range(edit.span),
                text: edit.text,
              })),
            },
    })),
    counts: countSeverities(diagnostics),
  };
}

/** The diagnostics as JSON text. */
export function renderJson(diagnostics: readonly Diagnostic[], files: readonly SourceFile[]): string {
  return `${JSON.stringify(reportDiagnostics(diagnostics, files), null, 2)}\n`;
}
