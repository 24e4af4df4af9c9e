import { CATALOGUE, type CodeId, type DetailsOf } from './catalogue.ts';
import type { Code } from './code.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Trait } from './trait.ts';

/** The row of a diagnostic's code; only here it is assumed that the details are those of the code. */
function rowOf({ code }: Pick<Diagnostic, 'code'>): Code<DetailsOf<CodeId>> {
  return CATALOGUE.get(code) as unknown as Code<DetailsOf<CodeId>>;
}

/** Whether the code of a diagnostic has a trait. */
export function hasTrait(diagnostic: Pick<Diagnostic, 'code'>, trait: Trait): boolean {
  return rowOf(diagnostic).traits?.includes(trait) ?? false;
}

/** Whether an error reports an unknown name. */
export function isUnknownName(diagnostic: Diagnostic): boolean {
  const { unknownName } = rowOf(diagnostic);
  if (diagnostic.severity !== 'error' || unknownName === undefined) return false;
  return unknownName.when?.(diagnostic.details) ?? true;
}

/** The unknown name that an error reports: given by its code, or else the last word of the marked text. */
export function unknownNameIn(diagnostic: Diagnostic): string | undefined {
  return rowOf(diagnostic).unknownName?.name?.(diagnostic.details);
}

/** The numbers of the points that may state the unknown name, such as `36`. */
export function pointsOf(diagnostic: Diagnostic): string {
  return rowOf(diagnostic).unknownName?.points ?? '';
}

/** Whether an error reports an unknown entity. */
export function isOfEntity(diagnostic: Diagnostic): boolean {
  return rowOf(diagnostic).unknownName?.isEntity ?? false;
}

/** The names and words of the document that a diagnostic speaks of, and the known one that it offers. */
export function namesIn(diagnostic: Diagnostic): readonly string[] {
  const names = rowOf(diagnostic).names?.(diagnostic.details) ?? [];
  return diagnostic.offered === undefined ? names : [...names, diagnostic.offered];
}

/** A diagnostic's code and details without its suggestions and counts: another fix may state what it suggests. */
export function mistakeOf({ code, details }: Pick<Diagnostic, 'code' | 'details'>): string {
  return `${code} ${JSON.stringify(details, (key, value: unknown) => (OFFERS.has(key) ? undefined : value))}`;
}

/** Details that hold suggestions or counts. */
const OFFERS: ReadonlySet<string> = new Set(['nearest', 'known', 'uses']);
