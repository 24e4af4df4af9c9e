import type { SourceFile, Span } from '../source/span.ts';
import type { Diagnostic, Fix } from './diagnostic.ts';

export interface Fixed {
  /** Every file of the document, fixed or not, in their order. */
  readonly files: readonly SourceFile[];
  /** The diagnostics that were fixed, in the order of fixing; their places are those of the text that they were found in. */
  readonly fixed: readonly Diagnostic[];
  /** The diagnostics that the fixed text still has. */
  readonly remaining: readonly Diagnostic[];
}

/** The files of a document as they would be, and what is found in them. */
export type CheckFiles = (files: readonly SourceFile[]) => readonly Diagnostic[];

type Fixable = Diagnostic & { readonly fix: Fix };

/** A fix can bring another one to light (a header that is read now); more rounds than this only go in circles. */
const MOST_ROUNDS = 10;

/**
 * Applies the fixes of all diagnostics in rounds, until no fix helps any more. A fix that overlaps another one waits
 * for the next round. A fix is left out if it would cause an error with a code that the document does not have yet.
 */
export function applyFixes(files: readonly SourceFile[], check: CheckFiles): Fixed {
  let state: State = { files, found: check(files) };
  const codes = errorCodes(state.found);
  const paths = new Set(files.map((file) => file.path));
  const fixed: Diagnostic[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    // A fixed include may bring in a file that is not among them: its fixes are for the next call.
    const fixable = state.found
      .filter(isFixable)
      .filter(({ fix }) => fix.edits.every(({ span }) => paths.has(span.file)));
    const separate = new Set(withoutOverlaps(fixable.map(({ fix }) => fix)));
    const chosen = fixable.filter(({ fix }) => separate.has(fix));
    const result = applyHelpfulFixes(state, chosen, codes, check);
    if (result.fixed.length === 0) break;
    fixed.push(...result.fixed);
    state = result.state;
  }
  return { files: state.files, fixed, remaining: state.found };
}

interface State {
  readonly files: readonly SourceFile[];
  readonly found: readonly Diagnostic[];
}

/** Applies all together if that causes no new kind of error, otherwise half by half, down to single fixes. */
function applyHelpfulFixes(
  state: State,
  chosen: readonly Fixable[],
  codes: ReadonlySet<string>,
  check: CheckFiles,
): { readonly state: State; readonly fixed: readonly Fixable[] } {
  if (chosen.length === 0) return { state, fixed: [] };
  const files = edited(
    state.files,
    chosen.map(({ fix }) => fix),
  );
  const found = check(files);
  const changed = files.some((file, index) => file.text !== state.files[index]?.text);
  if (changed && errorCodes(found).isSubsetOf(codes)) return { state: { files, found }, fixed: chosen };
  if (chosen.length === 1) return { state, fixed: [] };
  // The places of all fixes are those of one text, so the halves that help are applied to it together.
  const middle = Math.ceil(chosen.length / 2);
  const first = applyHelpfulFixes(state, chosen.slice(0, middle), codes, check);
  const second = applyHelpfulFixes(state, chosen.slice(middle), codes, check);
  const both = [...first.fixed, ...second.fixed];
  if (both.length === 0) return { state, fixed: [] };
  if (both.length < chosen.length) return applyHelpfulFixes(state, both, codes, check);
  // Each half helps alone and together they don't: the second waits for the next round.
  return first;
}

function isFixable(diagnostic: Diagnostic): diagnostic is Fixable {
  return diagnostic.fix !== undefined && diagnostic.fix.edits.length > 0 && diagnostic.fix.isOffer !== true;
}

/** The first of those that overlap; two insertions at one place overlap too, for their order is not known. */
export function withoutOverlaps(fixes: readonly Fix[]): Fix[] {
  const taken: Fix['edits'][number]['span'][] = [];
  return fixes.filter(({ edits }) => {
    const spans = edits.map(({ span }) => span);
    const free = spans.every((span) =>
      taken.every((other) => other.file !== span.file || span.end < other.start || other.end < span.start),
    );
    if (free) taken.push(...spans);
    return free;
  });
}

/** The files of a document with fixes that don't overlap. */
export function edited(files: readonly SourceFile[], fixes: readonly Fix[]): SourceFile[] {
  const edits = fixes.flatMap((fix) => fix.edits);
  return files.map((file) =>
    applyEdits(
      file,
      edits.filter(({ span }) => span.file === file.path),
    ),
  );
}

/**
 * Maps a place in edited files to its place before the edits. A place inside inserted text maps to all that the edit
 * replaced.
 */
export function placeBefore(fixes: readonly Fix[]): (span: Span) => Span {
  const edits = fixes.flatMap((fix) => fix.edits).toSorted((a, b) => a.span.start - b.span.start);
  const offsetBefore = (file: string, offset: number, isEnd: boolean): number => {
    let moved = 0;
    for (const { span, text } of edits) {
      if (span.file !== file) continue;
      const start = span.start + moved;
      if (isEnd ? offset <= start : offset < start) break;
      if (offset < start + text.length) return isEnd ? span.end : span.start;
      moved += text.length - (span.end - span.start);
    }
    return offset - moved;
  };
  return ({ file, start, end }) => ({
    file,
    start: offsetBefore(file, start, false),
    end: offsetBefore(file, end, true),
  });
}

/** A file with replacements that don't overlap. Insertions at one place come in their order. */
export function applyEdits(file: SourceFile, edits: Fix['edits']): SourceFile {
  let text = file.text;
  const fromBehind = edits.toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end).toReversed();
  for (const { span, text: replacement } of fromBehind) {
    text = `${text.slice(0, span.start)}${replacement}${text.slice(span.end)}`;
  }
  return { path: file.path, text };
}

function errorCodes(diagnostics: readonly Diagnostic[]): ReadonlySet<string> {
  return new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code));
}
