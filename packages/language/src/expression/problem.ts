import type { DetailsOf } from '../diagnostics/catalogue.ts';
import type { Code } from '../diagnostics/code.ts';
import { WORKING_TIME_CODES } from '../diagnostics/codes/entities/working-time.ts';
import { EXPRESSION_CODES } from '../diagnostics/codes/expressions.ts';
import { GIVEN_CALL_CODES } from '../diagnostics/codes/given.ts';
import { offeredIn } from '../diagnostics/offer.ts';
import type { Severity } from '../diagnostics/severity.ts';

/** Half-open UTF-16 offsets in the expression's own text. */
export type Range = readonly [number, number];

export interface Edit {
  readonly range: Range;
  readonly text: string;
}

const CODES = { ...EXPRESSION_CODES, ...WORKING_TIME_CODES, ...GIVEN_CALL_CODES };

export type ExpressionCode = keyof typeof CODES;

/** A problem that the checker finds at one place of an expression's text. */
export interface ExpressionProblem<Id extends ExpressionCode = ExpressionCode> {
  readonly id: Id;
  readonly severity: Severity;
  /** The details as data, from which the message is made. */
  readonly details: DetailsOf<Id>;
  readonly message: string;
  readonly range: Range;
  readonly related?: readonly { readonly range: Range; readonly message: string }[];
  readonly fix?: { readonly title: string; readonly isOffer?: true; readonly edits: readonly Edit[] };
  /** The known name that is offered for one that is not known. */
  readonly offered?: string;
  /** The fields whose type and rules it is said of, where its message also quotes others: `Claim.project`. */
  readonly fields?: readonly string[];
}

/** Builds the problem of one code. */
export function problem<Id extends ExpressionCode>(
  id: Id,
  details: DetailsOf<Id>,
  range: Range,
  extra: Pick<ExpressionProblem, 'related' | 'fix' | 'fields'> = {},
): ExpressionProblem<Id> {
  const code = CODES[id] as unknown as Code<DetailsOf<Id>>;
  const { severity } = code;
  return { id, severity, details, message: code.message(details), range, ...offeredIn(details), ...extra };
}

/** Whether a problem has a code, so that its details have their type. */
export function isProblem<Id extends ExpressionCode>(one: ExpressionProblem, id: Id): one is ExpressionProblem<Id> {
  return one.id === id;
}

/** A fix that replaces one range. */
export function replacement(title: string, range: Range, text: string): NonNullable<ExpressionProblem['fix']> {
  return { title, edits: [{ range, text }] };
}
