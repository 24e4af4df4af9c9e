import type { Code } from '../diagnostics/code.ts';
import { EXPRESSION_CODES } from '../diagnostics/codes/expressions.ts';
import type { Severity } from '../diagnostics/diagnostic.ts';
import { offeredIn } from '../diagnostics/offer.ts';

/** Half-open UTF-16 offsets in the expression's own text. */
export type Range = readonly [number, number];

export interface Edit {
  readonly range: Range;
  readonly text: string;
}

/** What the checker has to say about one place of an expression's text. */
export interface ExpressionProblem {
  /** A code of `EXPRESSION_CODES`. */
  readonly id: string;
  readonly severity: Severity;
  readonly message: string;
  readonly range: Range;
  readonly related?: readonly { readonly range: Range; readonly message: string }[];
  readonly fix?: { readonly title: string; readonly isOffer?: true; readonly edits: readonly Edit[] };
  /** The known name that is offered for one that is not known. */
  readonly offered?: string;
  /** The fields whose type and rules it is said of, where its message also quotes others: `Claim.project`. */
  readonly fields?: readonly string[];
}

export type ExpressionCode = keyof typeof EXPRESSION_CODES;
type HolesOf<Id extends ExpressionCode> = (typeof EXPRESSION_CODES)[Id] extends Code<infer Holes> ? Holes : never;

/** Builds the problem of one code. */
export function problem<Id extends ExpressionCode>(
  id: Id,
  holes: HolesOf<Id>,
  range: Range,
  extra: Pick<ExpressionProblem, 'related' | 'fix' | 'fields'> = {},
): ExpressionProblem {
  const code = EXPRESSION_CODES[id] as unknown as Code<HolesOf<Id>>;
  return { id, severity: code.severity, message: code.message(holes), range, ...offeredIn(holes), ...extra };
}

/** A fix that replaces one range. */
export function replacement(title: string, range: Range, text: string): NonNullable<ExpressionProblem['fix']> {
  return { title, edits: [{ range, text }] };
}
