import { keyOf } from '../key.ts';
import type { Expression, Query } from '../tree.ts';

/**
 * Facts that follow from a condition (or its negation): `value <key>` says that an expression is not null,
 * `nonzero <key>` that it is not zero.
 */
export type Facts = ReadonlySet<string>;

export const NO_FACTS: Facts = new Set();

export function hasValue(facts: Facts, expression: Expression): boolean {
  if (facts.has(`value ${keyOf(expression)}`)) return true;
  // If there are records, one of them is the first, and their values have a minimum.
  if (expression.kind !== 'query' || !['first', 'min', 'max', 'avg'].includes(expression.form)) return false;
  return expression.value?.type.nullable !== true && facts.has(someFact(expression));
}

/** The fact that a query finds a record: its count is not zero. */
function someFact(query: Query): string {
  const { kind, source, variable, where, type } = query;
  return `nonzero ${keyOf({ kind, form: 'count', source, variable, where, value: null, order: [], type })}`;
}

export function isNonZero(facts: Facts, expression: Expression): boolean {
  return facts.has(`nonzero ${keyOf(expression)}`);
}

const known = { true: new WeakMap<Expression, Facts>(), false: new WeakMap<Expression, Facts>() };

/** The facts that follow where `expression` is `truth`. Remembered, so that long chains cost no more than their length. */
export function factsOf(expression: Expression, truth: boolean): Facts {
  const memory = truth ? known.true : known.false;
  const remembered = memory.get(expression);
  if (remembered !== undefined) return remembered;
  const facts = deriveFacts(expression, truth);
  memory.set(expression, facts);
  return facts;
}

function deriveFacts(expression: Expression, truth: boolean): Facts {
  switch (expression.kind) {
    case 'unary':
      return expression.operator === 'not' ? factsOf(expression.operand, !truth) : NO_FACTS;
    case 'conditional': {
      const then = factsOf(expression.condition, true).union(factsOf(expression.then, truth));
      const otherwise = factsOf(expression.condition, false).union(factsOf(expression.otherwise, truth));
      return then.intersection(otherwise);
    }
    case 'query':
      return truth && expression.form === 'exists' ? new Set([someFact(expression)]) : NO_FACTS;
    case 'role':
      return truth ? valueOf(expression.of) : NO_FACTS;
    case 'field':
    case 'variable':
      return truth ? valueOf(expression) : NO_FACTS;
    case 'binary': {
      const { operator, left, right } = expression;
      if (operator === 'and' || operator === 'or') {
        const leftFacts = factsOf(left, truth);
        const rightFacts = factsOf(right, truth);
        // If `and` is true, both sides hold; if `or` is false, neither does. Otherwise only common facts are known.
        if (truth === (operator === 'and')) return leftFacts.union(rightFacts);
        return leftFacts.intersection(rightFacts.union(factsOf(left, !truth)));
      }
      return comparisonFacts(operator, left, right, truth);
    }
    case 'call':
    case 'constant':
    case 'given call':
    case 'list':
    case 'list query':
    case 'literal':
      return NO_FACTS;
  }
}

const OPPOSITE: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
};
const MIRRORED: Readonly<Record<string, string>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

function comparisonFacts(operator: string, left: Expression, right: Expression, truth: boolean): Facts {
  if (operator === 'in') return truth ? valueOf(left) : NO_FACTS;
  const holds = truth ? operator : OPPOSITE[operator];
  if (holds === undefined) return NO_FACTS;
  return sideFacts(holds, left, right).union(sideFacts(MIRRORED[holds] ?? holds, right, left));
}

/** The facts that `side operator other` states about `side`. */
function sideFacts(operator: string, side: Expression, other: Expression): Facts {
  const facts = new Set<string>();
  const isNull = other.kind === 'literal' && other.type.kind === 'null';
  if (isNull) return operator === '!=' ? valueOf(side) : NO_FACTS;
  if (operator === '==' && !other.type.nullable) for (const fact of valueOf(side)) facts.add(fact);
  const bound = numberOf(other);
  if (bound !== null && excludesZero(operator, bound)) facts.add(`nonzero ${keyOf(side)}`);
  return facts;
}

function valueOf(expression: Expression): Facts {
  return new Set([`value ${keyOf(expression)}`]);
}

function excludesZero(operator: string, bound: number): boolean {
  if (operator === '==') return bound !== 0;
  if (operator === '!=') return bound === 0;
  if (operator === '>') return bound >= 0;
  if (operator === '>=') return bound > 0;
  if (operator === '<') return bound <= 0;
  return operator === '<=' && bound < 0;
}

/** The sign and rough size of a literal number; only its relation to zero is used. */
function numberOf(expression: Expression): number | null {
  if (expression.kind === 'unary' && expression.operator === '-') {
    const inner = numberOf(expression.operand);
    return inner === null ? null : -inner;
  }
  if (expression.kind !== 'literal' || !['integer', 'decimal', 'money'].includes(expression.type.kind)) return null;
  return Number(expression.value);
}
