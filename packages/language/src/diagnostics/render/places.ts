import { type LineMap, lineMap, positionAt } from '../../source/lines.ts';
import type { SourceFile, Span } from '../../source/span.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Severity } from '../severity.ts';

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'gap', 'disclosure', 'hint'];

/** A range as people count: lines and columns from 1, columns in code points, the end exclusive. */
export interface Range {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** Finds the places of spans in the files of one document. */
export class Places {
  private readonly maps: ReadonlyMap<string, LineMap>;
  private readonly order: ReadonlyMap<string, number>;

  constructor(files: readonly SourceFile[]) {
    this.maps = new Map(files.map((file) => [file.path, lineMap(file)]));
    this.order = new Map(files.map((file, index) => [file.path, index]));
  }

  /** The lines of a file; undefined for one that is no part of the document (it could not be read). */
  lines(path: string): LineMap | undefined {
    return this.maps.get(path);
  }

  /** The range of a span; the first place of a file that could not be read. */
  range(span: Span): Range {
    const lines = this.maps.get(span.file);
    if (lines === undefined) return { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
    const start = positionAt(lines, span.start);
    const end = positionAt(lines, span.end);
    return { start: { line: start.line, column: start.column }, end: { line: end.line, column: end.column } };
  }

  /** Diagnostics by file and place; of one place the gravest first. */
  sort(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    return diagnostics.toSorted(
      (a, b) =>
        this.fileOrder(a.span.file) - this.fileOrder(b.span.file) ||
        (a.span.file < b.span.file ? -1 : a.span.file > b.span.file ? 1 : 0) ||
        a.span.start - b.span.start ||
        SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
        a.span.end - b.span.end ||
        (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
  }

  private fileOrder(path: string): number {
    return this.order.get(path) ?? this.order.size;
  }
}

/** How many diagnostics there are of each severity. */
export function countSeverities(diagnostics: readonly Diagnostic[]): Record<Severity, number> {
  const counts: Record<Severity, number> = { error: 0, warning: 0, gap: 0, disclosure: 0, hint: 0 };
  for (const diagnostic of diagnostics) counts[diagnostic.severity]++;
  return counts;
}
