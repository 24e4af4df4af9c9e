import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Span } from '../source/span.ts';
import { type PointName, pointNumber } from '../points.ts';
import type { SpecTree } from '../syntax/tree.ts';

/** The points that everything else is judged by: who could ever read or do what rests on all of them. */
const BASES = ['entities', 'states', 'roles'] as const;

/**
 * Whether what the model is reasoned about with is read without mistakes. Where it is not, what follows from it would
 * only be consequences of mistakes that are told already.
 */
export function isSound(tree: SpecTree, found: readonly Diagnostic[], points: readonly PointName[] = BASES): boolean {
  const sections = points.flatMap((point) => tree.points[point]?.span ?? []);
  const codes = new RegExp(`^N[${points.map(pointNumber).join('')}]`);
  return !found.some(
    ({ code, severity, span }) =>
      severity === 'error' && (codes.test(code) || sections.some((section) => isWithin(span, section))),
  );
}

/** The findings that do not stand where a mistake is told already: it may be the reason. */
export function besides(found: readonly Diagnostic[], reasoned: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  return reasoned.filter(({ span }) => !errors.some((error) => isWithin(error.span, span)));
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.file === outer.file && outer.start <= inner.start && inner.end <= outer.end;
}

/** Codes about a name that there is not: all that say it of one name are one mistake. */
const UNKNOWN: ReadonlySet<string> = new Set(
  'N027 N055 N057 N063 N068 N207 N208 N209 N213 N301 N314 N408 N409 N420 N436 N501 N503 N604 N608 N611 N702 N703 N204 N716 N717 N719 N721 N806 N219'.split(
    ' ',
  ),
);

/**
 * One error for each unknown name, at its first place; the further ones are told beside it, and mended with it.
 * `found` is in the order of the text.
 */
export function oncePerName(tree: SpecTree, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of found) {
    if (!UNKNOWN.has(diagnostic.code)) continue;
    const key = nameOf(tree, diagnostic);
    groups.set(key, [...(groups.get(key) ?? []), diagnostic]);
  }
  const merged = new Map<Diagnostic, Diagnostic | null>();
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    merged.set(first, together(first, others));
    for (const other of others) merged.set(other, null);
  }
  return found.flatMap((diagnostic) => {
    const one = merged.get(diagnostic);
    return one === undefined ? [diagnostic] : (one ?? []);
  });
}

function together(first: Diagnostic, others: readonly Diagnostic[]): Diagnostic {
  const related = others.map(({ span }) => ({ span, message: 'It is not known here either.' }));
  const edits = others.flatMap(({ fix }) => fix?.edits ?? []);
  return {
    ...first,
    related: [...(first.related ?? []), ...related],
    ...(first.fix && { fix: { ...first.fix, edits: [...first.fix.edits, ...edits] } }),
  };
}

/** The name that is not known, and the one that it is taken for; without one, what is said of it. */
function nameOf(tree: SpecTree, { code, message, span, fix }: Diagnostic): string {
  const edit = fix?.edits.length === 1 ? fix.edits[0] : undefined;
  const place = edit?.span ?? span;
  const text = tree.files.find((file) => file.path === place.file)?.text.slice(place.start, place.end) ?? '';
  const meant = edit?.text ?? /did you mean “([^”]*)”/i.exec(message)?.[1];
  return `${bare(text)} ${meant === undefined ? `${code} ${message}` : `→ ${bare(meant)}`}`;
}

/** A name without what stands around it; a parameter of a route is its entity's in small letters. */
function bare(text: string): string {
  return text.replaceAll(/^["'`{]|["'`}]$/g, '').toLowerCase();
}
