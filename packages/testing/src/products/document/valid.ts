import { checkDocument, type Diagnostic, type Plan } from '@nonet/language';
import { documentOf } from './document.ts';

/** A document, and what the checker says of it. */
export interface Judged {
  readonly text: string;
  /** Null where it has errors. */
  readonly plan: Plan | null;
  readonly errors: readonly string[];
}

/**
 * What only the checker can know, because it reasons about the whole document: that a condition never holds, that a row is
 * never reached, that nobody could see a part. A generated row of which it says so is taken out; any other error is the
 * generator's fault.
 */
const REASONED: ReadonlySet<string> = new Set(['N421', 'N451', 'N455', 'N551', 'N553']);
const MOST_ROWS = 30;

/** Checks a document as `nonet check` does. */
export function judge(text: string): Judged & { readonly diagnostics: readonly Diagnostic[] } {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const shown = errors.map(({ code, message, span }) => `line ${lineOf(text, span.start)}: ${code} ${message}`);
  return { text, plan: errors.length > 0 ? null : plan, errors: shown, diagnostics };
}

/** The document of a seed, without the rows of which the checker finds out that they mean nothing. */
export function validDocument(seed: number): Judged {
  let text = documentOf(seed);
  for (let taken = 0; ; taken++) {
    const judged = judge(text);
    const found = judged.diagnostics.find(({ severity, code }) => severity === 'error' && REASONED.has(code));
    if (found === undefined || taken === MOST_ROWS) return judged;
    const lines = text.split('\n');
    const at = lineOf(text, found.span.start) - 1;
    if (found.code === 'N451') lines[at] = withoutGuard(lines, at);
    else lines.splice(at, 1);
    text = withoutRaised(lines.join('\n'));
  }
}

/** A row of events without its guard, and without the error that this alone could raise. */
function withoutGuard(lines: readonly string[], at: number): string {
  let head = at;
  while (lines[head]?.startsWith('| --- ') !== true) head -= 1;
  const columns = cellsOf(lines[head - 1] ?? '');
  return `| ${cellsOf(lines[at] ?? '')
    .map((cell, place) => (['when', 'error'].includes(columns[place] ?? '') ? '' : cell))
    .join(' | ')} |`;
}

/** A bar within a cell has a backslash before it. */
function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Takes out errors of point 8 that nothing raises any more. */
function withoutRaised(text: string): string {
  const { diagnostics } = judge(text);
  const lines = text.split('\n');
  const orphans = diagnostics.filter(({ severity, code }) => severity === 'error' && code.startsWith('N8'));
  const gone = new Set(orphans.map(({ span }) => lineOf(text, span.start) - 1));
  return lines.filter((_, at) => !gone.has(at)).join('\n');
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
