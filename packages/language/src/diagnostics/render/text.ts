import type { SourceFile, Span } from '../../source/span.ts';
import { type Diagnostic, hasCode } from '../diagnostic.ts';
import type { Severity } from '../severity.ts';
import { excerpt, shown } from './excerpt.ts';
import { countSeverities, Places, SEVERITIES } from './places.ts';

export interface TextOptions {
  /** Whether to colour with ANSI sequences. */
  readonly color: boolean;
  /** The columns of the terminal; lines of source are cut to them. */
  readonly width: number;
  /** Whether disclosures are listed one by one; otherwise they are counted. */
  readonly disclosures?: boolean;
  /** Whether all certain fixes have been applied, so that one that is left would cause other errors. */
  readonly isFixed?: boolean;
  /** Turns a file's path into one that its reader can open. */
  readonly showPath?: (file: string) => string;
}

/**
 * The maximum number of related places that are shown, because people fix errors in order; JSON and SARIF list all
 * places.
 */
const MOST_NEIGHBOURS = 4;

const COLORS: Readonly<Record<Severity | 'bold' | 'dim', string>> = {
  error: '1;31',
  warning: '1;33',
  gap: '1;35',
  disclosure: '1;36',
  hint: '1;34',
  bold: '1',
  dim: '2',
};

type Paint = (color: keyof typeof COLORS, text: string) => string;

/** The words behind a fix that `check --fix` does not apply. */
const OFFERED = ' (one way; `--fix` leaves it, for only you know whether it is meant)';
const LEFT = ' (`--fix` left it, for other errors would follow)';

/** Diagnostics for people, with the source that they speak of: by file and place, gaps last, and their counts. */
export function renderText(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
  options: TextOptions,
): string {
  const places = new Places(files);
  const paint: Paint = (color, text) => (options.color ? `\u001b[${COLORS[color]}m${text}\u001b[0m` : text);
  const isReported = ({ severity }: Diagnostic): boolean => severity !== 'disclosure' || options.disclosures === true;
  const sorted = places.sort(diagnostics.filter(isReported));
  const last = sorted.filter((diagnostic) => diagnostic.severity === 'gap');
  const first = sorted.filter((diagnostic) => diagnostic.severity !== 'gap');
  const gaps = [...Map.groupBy(last, ({ span }) => `${span.file} ${span.start} ${span.end}`).values()];
  const blocks = [
    ...first.map((diagnostic) => renderOne(diagnostic, places, options, paint)),
    ...gaps.flatMap((together) => renderGaps(together, places, options, paint)),
  ];
  const left = diagnostics.length - sorted.length;
  const hidden =
    left === 0
      ? ''
      : `${left} disclosure${left === 1 ? '' : 's'}: outcomes that depend on what their reader may not read (--disclosures lists them)\n`;
  return [...blocks, `${summarize(sorted)}\n${hidden}`].join('\n');
}

/** `2 errors, 1 warning and 12 gaps`. */
export function summarize(diagnostics: readonly Diagnostic[]): string {
  const counts = countSeverities(diagnostics);
  const parts = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${counts[severity]} ${severity}${counts[severity] === 1 ? '' : 's'}`,
  );
  const end = parts.pop();
  if (end === undefined) return 'Nothing to report';
  return parts.length === 0 ? end : `${parts.join(', ')} and ${end}`;
}

function renderOne(diagnostic: Diagnostic, places: Places, options: TextOptions, paint: Paint): string {
  const { code, severity, message, span, clause, related = [], fix } = diagnostic;
  const spans = [span, ...related.map((other) => other.span)];
  const digits = Math.max(...spans.map((place) => String(places.range(place).start.line).length));
  // The message of a gap begins with its clause.
  const about = clause === undefined || hasCode(diagnostic, 'N048') ? '' : paint('dim', ` (${shown(clause)})`);
  const out = [`${paint(severity, `${severity} ${code}`)}${paint('bold', `: ${shown(message)}`)}${about}`];
  out.push(...renderPlace(span, '^', severity, '', digits, places, options, paint));
  for (const other of related.slice(0, MOST_NEIGHBOURS)) {
    out.push(...renderPlace(other.span, '-', 'hint', shown(other.message), digits, places, options, paint));
  }
  const hidden = related.length - MOST_NEIGHBOURS;
  if (hidden > 0)
    out.push(`${' '.repeat(digits)} ${paint('hint', '=')} and ${hidden} more ${hidden === 1 ? 'place' : 'places'}`);
  if (fix !== undefined)
    out.push(
      `${' '.repeat(digits)} ${paint('hint', '= fix:')} ${shown(fix.title)}${replacement(diagnostic)}${fix.isOffer ? OFFERED : options.isFixed === true ? LEFT : ''}`,
    );
  return `${out.join('\n')}\n`;
}

/**
 * The maximum number of gaps of one place that are shown in full; if there are more, the first is, with the clauses of
 * the others.
 */
const MOST_GAPS = 3;

function renderGaps(gaps: readonly Diagnostic[], places: Places, options: TextOptions, paint: Paint): string[] {
  const [one, ...others] = gaps;
  if (one === undefined || gaps.length <= MOST_GAPS) return gaps.map((gap) => renderOne(gap, places, options, paint));
  const digits = String(places.range(one.span).start.line).length;
  const clauses = others.map(({ clause, message }) => shown(clause ?? message)).join(', ');
  const more = `${' '.repeat(digits)} ${paint('hint', '=')} and ${others.length} more here: ${clauses}`;
  return [`${renderOne(one, places, options, paint)}${more}\n`];
}

function renderPlace(
  span: Span,
  mark: string,
  color: Severity,
  label: string,
  digits: number,
  places: Places,
  options: TextOptions,
  paint: Paint,
): string[] {
  const margin = ' '.repeat(digits);
  const { start } = places.range(span);
  const path = shown((options.showPath ?? ((file) => file))(span.file));
  const lines = places.lines(span.file);
  const note = label === '' ? '' : ` ${label}`;
  if (lines === undefined) return [`${margin}${paint('dim', '-->')} ${path}${note}`];
  const cut = excerpt(lines, span, Math.max(20, options.width - digits - 3));
  const until = cut.until === null ? '' : ` (to line ${cut.until})`;
  const marks = `${' '.repeat(cut.markStart)}${paint(color, `${mark.repeat(cut.markWidth)}${until}${note}`)}`;
  return [
    `${margin}${paint('dim', '-->')} ${path}:${start.line}:${start.column}`,
    `${paint('dim', `${String(cut.line).padStart(digits)} |`)} ${cut.text}`.trimEnd(),
    `${paint('dim', `${margin} |`)} ${marks}`,
  ];
}

/** A fix that replaces one place by a few words shows them, where its title does not. */
function replacement({ fix }: Diagnostic): string {
  const [edit, ...more] = fix?.edits ?? [];
  if (edit === undefined || more.length > 0 || edit.text === '' || edit.text.includes('\n')) return '';
  return edit.text.length > 60 || fix?.title.includes(edit.text) ? '' : `: \`${shown(edit.text)}\``;
}
