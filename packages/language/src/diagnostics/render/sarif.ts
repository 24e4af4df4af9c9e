import type { Fix as SarifFix, Location, Log, Region, ReportingDescriptor, Result } from 'sarif';
import { lineAt, lineText } from '../../source/lines.ts';
import type { SourceFile, Span } from '../../source/span.ts';
import { findCode } from '../catalogue.ts';
import type { Diagnostic, Fix } from '../diagnostic.ts';
import type { Severity } from '../severity.ts';
import { fingerprint } from './fingerprint.ts';
import { Places } from './places.ts';

/** A gap or a hint is no fault, and code scanning shows only results that have a level: they are notes. */
const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  gap: 'note',
  disclosure: 'note',
  hint: 'note',
};

/**
 * Diagnostics as a SARIF 2.1.0 log, for code scanning. `showPath` turns a file's path into one relative to the
 * repository. A result keeps its fingerprint while other parts of the document change.
 */
export function renderSarif(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  options: { readonly version: string; readonly showPath?: (file: string) => string },
): string {
  const writer = new Writer(new Places(files), options.showPath ?? ((file) => file));
  const sorted = writer.places.sort(diagnostics);
  const ids = [...new Set(sorted.map(({ code }) => code))].toSorted();
  const seen = new Map<string, number>();
  const log: Log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Nonet', semanticVersion: options.version, rules: ids.map(ruleOf) } },
        columnKind: 'unicodeCodePoints',
        results: sorted.map((diagnostic) => writer.result(diagnostic, ids, seen)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleOf(id: string): ReportingDescriptor {
  const code = findCode(id);
  if (code === undefined) throw new Error(`${id} is in no table of codes`);
  return {
    id,
    shortDescription: { text: code.title },
    help: { text: code.page, markdown: code.page },
    defaultConfiguration: { level: LEVELS[code.severity] },
    properties: { severity: code.severity },
  };
}

class Writer {
  readonly places: Places;
  private readonly showPath: (file: string) => string;

  constructor(places: Places, showPath: (file: string) => string) {
    this.places = places;
    this.showPath = showPath;
  }

  result(diagnostic: Diagnostic, ids: readonly string[], seen: Map<string, number>): Result {
    const { code, severity, message, span, clause, related = [], fix } = diagnostic;
    const identity = fingerprint(`${code} ${clause ?? this.lineOf(span)}`);
    const occurrence = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, occurrence);
    const known = `${identity}:${occurrence}`;
    return {
      ruleId: code,
      ruleIndex: ids.indexOf(code),
      level: LEVELS[severity],
      message: { text: message },
      locations: [
        { ...this.location(span), ...(clause !== undefined && { logicalLocations: [{ fullyQualifiedName: clause }] }) },
      ],
      ...(related.length > 0 && {
        relatedLocations: related.map((other, index) => ({
          id: index + 1,
          ...this.location(other.span),
          message: { text: other.message },
        })),
      }),
      // GitHub reads the first name alone.
      partialFingerprints: { primaryLocationLineHash: known, 'nonetClauseOrLine/v1': known },
      ...(fix !== undefined && { fixes: [this.fix(fix)] }),
    };
  }

  private location(span: Span): Location {
    return { physicalLocation: { artifactLocation: { uri: this.uri(span.file) }, region: this.region(span) } };
  }

  private fix(fix: Fix): SarifFix {
    const files = [...new Set(fix.edits.map((edit) => edit.span.file))];
    return {
      description: { text: fix.title },
      artifactChanges: files.map((file) => ({
        artifactLocation: { uri: this.uri(file) },
        replacements: fix.edits
          .filter((edit) => edit.span.file === file)
          .map((edit) => ({ deletedRegion: this.region(edit.span), insertedContent: { text: edit.text } })),
      })),
    };
  }

  private region(span: Span): Region {
    const { start, end } = this.places.range(span);
    return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
  }

  private uri(file: string): string {
    return this.showPath(file).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  }

  /** The words of a place's line: neither its number nor its spacing. */
  private lineOf(span: Span): string {
    const lines = this.places.lines(span.file);
    return lines === undefined ? span.file : lineText(lines, lineAt(lines, span.start)).replace(/\s+/g, ' ').trim();
  }
}
