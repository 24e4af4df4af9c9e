import type { Expression } from '../../expression/tree.ts';
import { keyOf } from '../../expression/key.ts';
import { walk } from '../../expression/walk.ts';
import type { Formula, Term } from './formula.ts';
import type { Knowledge } from './knowledge.ts';
import type { Linear } from './linear.ts';

/** One question on its way to formulas: the terms that it speaks of, and what is known of them. */
export interface Reading {
  readonly knowledge: Knowledge;
  readonly terms: Map<string, Seen>;
  /** The variables that may be null: nobody may be signed in, nothing may have been before. */
  readonly nullableVariables: ReadonlySet<string>;
  /** The computed fields that are being followed, so that a circle of them comes to an end. */
  readonly following: Set<string>;
  /** What field rules and the meaning of functions say of the terms. */
  readonly facts: Formula[];
  /** The formula that holds exactly where a condition is true. */
  readonly truth: (condition: Expression) => Formula;
  /** The formula that holds exactly where a value is null. */
  readonly isNull: (value: Expression) => Formula;
  /** A number, date, instant, time or duration as a sum. */
  readonly measure: (value: Expression) => Linear;
}

/** A term, and the expression that it stands for. */
export interface Seen extends Term {
  /** Null for a text of the document. */
  readonly expression: Expression | null;
  readonly kind: TermKind;
}

/**
 * `stored`: a field, which can be any value that its rules allow; `given`: what a person or the clock brings; `worked
 * out`: what follows from other values in a way that is not followed; `text`: a text of the document.
 */
export type TermKind = 'stored' | 'given' | 'worked out' | 'text';

/** A text that stands for an expression's value; short for the paths that most of them are. */
export function keyFor(expression: Expression): string {
  if (expression.kind === 'variable') return expression.name;
  return expression.kind === 'field' ? `${keyFor(expression.of)}.${expression.field}` : keyOf(expression);
}

/** The term with this key. Where it is seen first it is made, and `learn` adds what is known of it. */
export function seeTerm(
  reading: Reading,
  key: string,
  make: () => Omit<Seen, 'key'>,
  learn: (term: Seen) => readonly Formula[] = () => [],
): Seen {
  const known = reading.terms.get(key);
  if (known !== undefined) return known;
  const term = { key, ...make() };
  reading.terms.set(key, term);
  reading.facts.push(...learn(term));
  return term;
}

const known = new WeakMap<Expression, boolean>();

/** Whether the document shows all that an expression reads; of what is not shown nothing is claimed. */
export function isShown(expression: Expression): boolean {
  const before = known.get(expression);
  if (before !== undefined) return before;
  let shown = true;
  walk(expression, ({ type }) => {
    if (type.kind === 'unknown') shown = false;
  });
  known.set(expression, shown);
  return shown;
}
