import { clauseSubject } from '../../model/clause.ts';
import { type Diagnostic, hasCode } from '../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName, mistakeOf } from '../../diagnostics/meaning.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { nameOf } from './name-of.ts';

/**
 * One error for each unknown name, at its first place; the other places are related ones, and are fixed with it. The
 * same holds for a value that several records lack. `found` is in the order of the text.
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
  // The same foreign notation in several places is one mistake.
  const ofHabit = found.filter(({ code, fix }) => code === 'N701' && fix !== undefined);
  merge([ofHabit], 'This too.');
  const ofOthers = found.filter((one) => hasTrait(one, 'habit') && one.fix !== undefined && one.fix.isOffer !== true);
  merge(Map.groupBy(ofOthers, ({ code, details }) => `${code} ${JSON.stringify(details)}`).values(), 'Here too.');
  // A guard elsewhere in the section is one for all reads in it.
  const ofSection = found.filter((one) => hasCode(one, 'N064') && typeof one.details.place === 'object');
  merge(Map.groupBy(ofSection, (one) => `${sectionOf(tree, one)} ${mistakeOf(one)}`).values(), 'Here too.');
  merge(Map.groupBy(ofRecords, (one) => `${entityIn(one.clause ?? '')} ${mistakeOf(one)}`).values(), 'Here too.');
  return found.flatMap((diagnostic) => {
    const one = merged.get(diagnostic);
    return one === undefined ? [diagnostic] : (one ?? []);
  });
}

/** The section that a diagnostic is in, by its heading. */
function sectionOf(tree: SpecTree, { span }: Diagnostic): string {
  const text = tree.files.find(({ path }) => path === span.file)?.text.slice(0, span.start) ?? '';
  return `${span.file} ${Math.max(text.lastIndexOf('\n### '), text.lastIndexOf('\n#### '))}`;
}

/** The entity of a clause of point 3: `Claim` of `3.Claim.total`. */
function entityIn(clause: string): string {
  return clauseSubject(clause);
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
