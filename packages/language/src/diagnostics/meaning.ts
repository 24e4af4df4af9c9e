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

/** Whether an error says that there is no such name. */
export function isUnknownName(diagnostic: Diagnostic): boolean {
  const { unknownName } = rowOf(diagnostic);
  if (diagnostic.severity !== 'error' || unknownName === undefined) return false;
  return unknownName.when?.(diagnostic.details) ?? true;
}

/** The name that an error says there is not, where its code tells; else it is the last word of what is marked. */
export function unknownNameIn(diagnostic: Diagnostic): string | undefined {
  return rowOf(diagnostic).unknownName?.name?.(diagnostic.details);
}

/** The numbers of the points that may state what an error says that there is not, such as `36`. */
export function pointsOf(diagnostic: Diagnostic): string {
  return rowOf(diagnostic).unknownName?.points ?? '';
}

/** Whether an error says that there is no such entity. */
export function isOfEntity(diagnostic: Diagnostic): boolean {
  return rowOf(diagnostic).unknownName?.isEntity ?? false;
}

/** The names and words of the document that a diagnostic speaks of, and the known one that it offers. */
export function namesIn(diagnostic: Diagnostic): readonly string[] {
  const names = rowOf(diagnostic).names?.(diagnostic.details) ?? [];
  return diagnostic.offered === undefined ? names : [...names, diagnostic.offered];
}

/** What a diagnostic says, without what it offers and how often: what is offered may be what another fix states. */
export function mistakeOf({ code, details }: Pick<Diagnostic, 'code' | 'details'>): string {
  return `${code} ${JSON.stringify(details, (key, value: unknown) => (OFFERS.has(key) ? undefined : value))}`;
}

/** Details that say what is offered, or how often something is said. */
const OFFERS: ReadonlySet<string> = new Set(['nearest', 'known', 'uses']);
