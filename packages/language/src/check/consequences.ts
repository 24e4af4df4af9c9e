import { beside, type Diagnostic, hasCode } from '../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName, mistakeOf, unknownNameIn } from '../diagnostics/meaning.ts';
import { isWithin } from '../source/span.ts';
import { type PointName, pointNumber } from '../points.ts';
import type { SpecTree } from '../syntax/tree.ts';

/**
 * Whether the points that the model is reasoned about with are read without mistakes. Where it is not, what follows from it would
 * only be consequences of mistakes that are reported already.
 */
export function isSound(tree: SpecTree, found: readonly Diagnostic[], points: readonly PointName[]): boolean {
  const sections = points.flatMap((point) => tree.points[point]?.span ?? []);
  const codes = new RegExp(`^N[${points.map(pointNumber).join('')}]`);
  return !found.some(
    ({ code, severity, span }) =>
      severity === 'error' && (codes.test(code) || sections.some((section) => isWithin(span, section))),
  );
}

/** The findings that do not stand where a mistake is reported already, or follow from one of them: it may be the reason. */
export function besides(found: readonly Diagnostic[], reasoned: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  const isUnheld = reasoned.some(({ code }) => code === 'N658');
  const never = new Set(reasoned.flatMap((one) => (hasCode(one, 'N451') ? one.details.event : [])));
  // A rule that nothing breaks or keeps is reported as that, and not for what it reads.
  const settled = new Set(reasoned.flatMap(({ code, clause }) => (code === 'N551' || code === 'N552' ? [clause] : [])));
  const reported = reasoned.filter(
    (one) =>
      !(isUnheld && hasTrait(one, 'nobody can')) &&
      !(hasCode(one, 'N456') && typeof one.details.why === 'object' && never.has(one.details.why.neverHolds)) &&
      !(one.code === 'N556' && settled.has(one.clause)) &&
      !errors.some((error) => isWithin(error.span, one.span)),
  );
  return oncePerEntity(reported);
}

/** Where nobody creates or reads an entity (N351, N352), everything that its screens cannot do becomes one error beside that one. */
function oncePerEntity(reasoned: readonly Diagnostic[]): readonly Diagnostic[] {
  const none = new Map(
    reasoned.flatMap((one) => (hasTrait(one, 'never there') ? [[(one.clause ?? '').replace(/^3\./, ''), one]] : [])),
  );
  const groups = Map.groupBy(
    reasoned.filter((one) => none.has(entityOf(one))),
    entityOf,
  );
  return reasoned.flatMap((one) => {
    if (hasTrait(one, 'never there') && groups.has((one.clause ?? '').replace(/^3\./, ''))) return [];
    const [first, ...others] = groups.get(entityOf(one)) ?? [one];
    if (first !== one) return [];
    const reason = none.get(entityOf(one));
    const related = [...others, ...(reason ? [reason] : [])].map(beside);
    return related.length === 0 ? one : { ...one, related: [...(one.related ?? []), ...related] };
  });
}

/** The entity with which nobody can do something on a screen; empty where it is not that. */
function entityOf(one: Diagnostic): string {
  if (hasCode(one, 'N219')) return one.details.entity;
  return hasCode(one, 'N220') && typeof one.details.why === 'object' ? one.details.why.entity : '';
}

/**
 * One error for each unknown name, at its first place; the further ones are reported beside it, and fixed with it. So is what
 * several records lack. `found` is in the order of the text.
 */
export function oncePerName(tree: SpecTree, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const merged = new Map<Diagnostic, Diagnostic | null>();
  const merge = (groups: Iterable<readonly Diagnostic[]>, also: string): void => {
    for (const [first, ...others] of groups) {
      if (first === undefined || others.length === 0) continue;
      merged.set(first, together(first, others, also));
      for (const other of others) merged.set(other, null);
    }
  };
  const ofRecords = found.filter((one) => hasTrait(one, 'of several records'));
  merge(Map.groupBy(found.filter(isUnknownName), (one) => nameOf(tree, one)).values(), 'It is not known here either.');
  // One habit of writing the same thing otherwise is one mistake.
  const ofHabit = found.filter(({ code, fix }) => code === 'N701' && fix !== undefined);
  merge([ofHabit], 'This too.');
  // A guard that stands elsewhere in the section is one for all that is read there.
  const ofSection = found.filter((one) => hasCode(one, 'N064') && typeof one.details.place === 'object');
  merge(Map.groupBy(ofSection, (one) => `${sectionOf(tree, one)} ${mistakeOf(one)}`).values(), 'Here too.');
  merge(Map.groupBy(ofRecords, (one) => `${entityIn(one.clause ?? '')} ${mistakeOf(one)}`).values(), 'Here too.');
  return found.flatMap((diagnostic) => {
    const one = merged.get(diagnostic);
    return one === undefined ? [diagnostic] : (one ?? []);
  });
}

/** The section that a diagnostic stands in, by its heading. */
function sectionOf(tree: SpecTree, { span }: Diagnostic): string {
  const text = tree.files.find(({ path }) => path === span.file)?.text.slice(0, span.start) ?? '';
  return `${span.file} ${Math.max(text.lastIndexOf('\n### '), text.lastIndexOf('\n#### '))}`;
}

/** The entity of a clause of point 3: `Claim` of `3.Claim.total`. */
function entityIn(clause: string): string {
  return clause.split('.')[1] ?? '';
}

function together(first: Diagnostic, others: readonly Diagnostic[], also: string): Diagnostic {
  const related = others.map(({ span }) => ({ span, message: also }));
  const { fix = others.find((other) => other.fix !== undefined)?.fix } = first;
  const edits = [first, ...others].flatMap((one) => one.fix?.edits ?? []);
  return {
    ...first,
    related: [...(first.related ?? []), ...related],
    ...(fix && { fix: { ...fix, edits } }),
  };
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The name that is not known, in small letters: a parameter of a route is its entity's. */
export function nameOf(tree: SpecTree, diagnostic: Diagnostic): string {
  const { span, fix, offered = '' } = diagnostic;
  const edit = fix?.edits.length === 1 ? fix.edits[0] : undefined;
  const place = edit?.span ?? span;
  const text = tree.files.find((file) => file.path === place.file)?.text.slice(place.start, place.end) ?? '';
  const known = wordsIn(offered === '' ? (edit?.text ?? '') : offered);
  const words = wordsIn(text);
  const named = unknownNameIn(diagnostic) ?? words.findLast((word) => !known.includes(word)) ?? words.at(-1) ?? text;
  return named.toLowerCase();
}
