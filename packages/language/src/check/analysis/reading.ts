import type { Expression } from '../../expression/tree.ts';
import { keyOf } from '../../expression/key.ts';
import { walk } from '../../expression/walk.ts';
import type { Formula, Term } from './formula.ts';
import type { Knowledge } from './knowledge.ts';
import type { Linear } from './linear.ts';

/** The state of one question while it is translated to formulas: its terms, and the facts about them. */
export interface Reading {
  readonly knowledge: Knowledge;
  readonly terms: Map<string, Seen>;
  /** The variables that may be null: `user` if nobody may be signed in, `old` if there may be no record before. */
  readonly nullableVariables: ReadonlySet<string>;
  /** The computed fields that are being followed, so that a circle of them comes to an end. */
  readonly following: Set<string>;
  /** The facts about the terms that follow from field rules and the meaning of functions. */
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
 * `stored`: a field, with any value that its rules allow; `given`: a value from a person or the clock; `worked out`: a
 * value that depends on others in a way that the analysis does not follow; `text`: a text of the document.
 */
export type TermKind = 'stored' | 'given' | 'worked out' | 'text';

/** A text that stands for an expression's value; short for the paths that most of them are. */
export function keyFor(expression: Expression): string {
  if (expression.kind === 'variable') return expression.name;
  return expression.kind === 'field' ? `${keyFor(expression.of)}.${expression.field}` : keyOf(expression);
}

/** The term with this key. The first use creates it, and `learn` adds the facts about it. */
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

/** Whether the document shows all parts that an expression reads. The analysis claims nothing about the others. */
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
