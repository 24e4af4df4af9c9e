import type { Binary, Expression } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';
import { follow } from './computed.ts';
import { and, FALSE, type Formula, NULL, not, or, type Term, TRUE, tagged } from './formula.ts';
import { atMostZero, plus } from './linear.ts';
import type { Reading } from './reading.ts';
import { compareSums } from './sums.ts';
import { fieldTerm, openCondition, openValue, textTerm, variableTerm } from './terms.ts';

/** The maximum number of choices up to which two fields are compared choice by choice. */
const MOST_CHOICES = 24;

const ORDERED: ReadonlySet<Type['kind']> = new Set([
  'integer',
  'decimal',
  'money',
  'date',
  'datetime',
  'time',
  'size',
  'duration',
]);

/** The formula that holds exactly where the condition is true: `and` and `or` read null as false, `not` as not true. */
export function truthOf(reading: Reading, condition: Expression): Formula {
  switch (condition.kind) {
    case 'literal':
      return condition.value === true ? TRUE : FALSE;
    case 'unary':
      return condition.operator === 'not' ? not(reading.truth(condition.operand)) : openCondition(reading, condition);
    case 'conditional': {
      const when = reading.truth(condition.condition);
      return or(and(when, reading.truth(condition.then)), and(not(when), reading.truth(condition.otherwise)));
    }
    case 'binary':
      return ofBinary(reading, condition);
    case 'constant': {
      const value = reading.knowledge.constant(condition.name)?.value;
      if (value?.kind === 'literal') return value.value === true ? TRUE : FALSE;
      return openCondition(reading, condition);
    }
    case 'field': {
      if (condition.type.kind !== 'boolean') return openCondition(reading, condition);
      return follow(reading, condition, reading.truth) ?? tagged(fieldTerm(reading, condition), ['true']);
    }
    case 'call':
    case 'given call':
    case 'list':
    case 'list query':
    case 'query':
    case 'role':
    case 'variable':
      return openCondition(reading, condition);
  }
}

function ofBinary(reading: Reading, binary: Binary): Formula {
  const { operator, left, right } = binary;
  switch (operator) {
    case 'and':
      return and(reading.truth(left), reading.truth(right));
    case 'or':
      return or(reading.truth(left), reading.truth(right));
    case '==':
      return equal(reading, binary, left, right);
    case '!=':
      return not(equal(reading, binary, left, right));
    case '<':
    case '<=':
      return ordered(reading, binary, left, right, operator === '<');
    case '>':
    case '>=':
      return ordered(reading, binary, right, left, operator === '>');
    case 'in':
      return isIn(reading, binary);
    case '%':
    case '*':
    case '+':
    case '-':
    case '/':
      return openCondition(reading, binary);
  }
}

/** `lesser ≤ greater`, both there (`<` where it is strict). */
function ordered(reading: Reading, whole: Binary, lesser: Expression, greater: Expression, strict: boolean): Formula {
  if (lesser.kind === 'conditional')
    return split(reading, lesser, (part) => ordered(reading, whole, part, greater, strict));
  if (greater.kind === 'conditional')
    return split(reading, greater, (part) => ordered(reading, whole, lesser, part, strict));
  if (!ORDERED.has(lesser.type.kind) || !ORDERED.has(greater.type.kind)) {
    return and(bothThere(reading, lesser, greater), openCondition(reading, whole));
  }
  return and(bothThere(reading, lesser, greater), isOrdered(reading, lesser, greater, strict));
}

function isOrdered(reading: Reading, lesser: Expression, greater: Expression, strict: boolean): Formula {
  const difference = plus(reading.measure(lesser), reading.measure(greater), -1);
  return atMostZero(difference, strict) ?? compareSums(reading, difference, strict);
}

function bothThere(reading: Reading, left: Expression, right: Expression): Formula {
  return and(not(reading.isNull(left)), not(reading.isNull(right)));
}

function split(
  reading: Reading,
  { condition, then, otherwise }: Extract<Expression, { kind: 'conditional' }>,
  read: (part: Expression) => Formula,
): Formula {
  const when = reading.truth(condition);
  return or(and(when, read(then)), and(not(when), read(otherwise)));
}

/** Two-valued: null equals null alone. */
function equal(reading: Reading, whole: Expression, left: Expression, right: Expression): Formula {
  if (left.kind === 'conditional') return split(reading, left, (part) => equal(reading, whole, part, right));
  if (right.kind === 'conditional') return split(reading, right, (part) => equal(reading, whole, left, part));
  if (left.type.kind === 'null') return reading.isNull(right);
  if (right.type.kind === 'null') return reading.isNull(left);
  const nulls = and(reading.isNull(left), reading.isNull(right));
  const there = bothThere(reading, left, right);
  const kinds = [left.type.kind, right.type.kind];
  if (kinds.every((kind) => kind === 'boolean')) {
    const [a, b] = [reading.truth(left), reading.truth(right)];
    return or(nulls, and(there, or(and(a, b), and(not(a), not(b)))));
  }
  if (kinds.every((kind) => ORDERED.has(kind))) {
    const both = [isOrdered(reading, left, right, false), isOrdered(reading, right, left, false)];
    return or(nulls, and(there, ...both));
  }
  if (kinds.includes('enum')) return or(nulls, and(there, sameChoice(reading, whole, left, right)));
  const [a, b] = [valueTerm(reading, left), valueTerm(reading, right)];
  if (a === null || b === null) return or(nulls, and(there, openCondition(reading, whole)));
  if (a.key === b.key) return or(nulls, there);
  return or(nulls, and(there, { kind: 'same', left: a.key, right: b.key, equal: true }));
}

function sameChoice(reading: Reading, whole: Expression, left: Expression, right: Expression): Formula {
  const [a, b] = [choiceTerm(reading, left), choiceTerm(reading, right)];
  if (typeof a === 'string')
    return typeof b === 'string' ? (a === b ? TRUE : FALSE) : b ? tagged(b, [a]) : openCondition(reading, whole);
  if (typeof b === 'string') return a ? tagged(a, [b]) : openCondition(reading, whole);
  if (a === null || b === null || a.tags.length > MOST_CHOICES) return openCondition(reading, whole);
  const choices = a.tags.filter((tag) => tag !== NULL);
  return or(...choices.map((choice) => and(tagged(a, [choice]), tagged(b, [choice]))));
}

/** A choice of the document, or a term that is one. */
function choiceTerm(reading: Reading, value: Expression): Term | string | null {
  if (value.kind === 'literal') return String(value.value);
  return value.kind === 'field' && value.type.kind === 'enum' ? fieldTerm(reading, value) : null;
}

/** A record, a text or a file as a term; null if it can't be one. */
function valueTerm(reading: Reading, value: Expression): Term | null {
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'string' ? textTerm(reading, value.value) : null;
    case 'constant': {
      const known = reading.knowledge.constant(value.name)?.value;
      if (known?.kind === 'literal' && typeof known.value === 'string') return textTerm(reading, known.value);
      return openValue(reading, value);
    }
    case 'variable':
      return variableTerm(reading, value);
    case 'field':
      return follow(reading, value, (computed) => valueTerm(reading, computed)) ?? fieldTerm(reading, value);
    case 'binary':
    case 'call':
    case 'conditional':
    case 'given call':
    case 'list':
    case 'list query':
    case 'query':
    case 'role':
    case 'unary':
      return openValue(reading, value);
  }
}

/** `value in [a, b]`: one of them; null is in no list. */
function isIn(reading: Reading, whole: Binary): Formula {
  const { left, right } = whole;
  const items = itemsOf(reading, right, left.type);
  const there = not(reading.isNull(left));
  if (items === null) return and(there, openCondition(reading, whole));
  return and(there, or(...items.map((item) => equal(reading, { ...whole, operator: '==', right: item }, left, item))));
}

function itemsOf(reading: Reading, list: Expression, type: Type): readonly Expression[] | null {
  if (list.kind === 'list') return list.items;
  const value = list.kind === 'constant' ? reading.knowledge.constant(list.name)?.value : undefined;
  if (value?.kind !== 'literal' || !Array.isArray(value.value)) return null;
  const of: Type = { ...type, nullable: false };
  return value.value.flatMap((item: unknown) =>
    typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean'
      ? [{ kind: 'literal' as const, value: item, type: of }]
      : [],
  );
}

/** The formula that holds exactly where a value is null. */
export function nullOf(reading: Reading, value: Expression): Formula {
  switch (value.kind) {
    case 'literal':
      return value.value === null ? TRUE : FALSE;
    case 'variable':
      return tagged(variableTerm(reading, value), [NULL]);
    case 'field':
      return follow(reading, value, reading.isNull) ?? tagged(fieldTerm(reading, value), [NULL]);
    case 'unary':
      return value.operator === 'not' ? FALSE : reading.isNull(value.operand);
    case 'binary': {
      if (['/', '%'].includes(value.operator)) return tagged(openValue(reading, value), [NULL]);
      if (!['+', '-', '*'].includes(value.operator)) return FALSE;
      return or(reading.isNull(value.left), reading.isNull(value.right));
    }
    case 'conditional':
      return split(reading, value, reading.isNull);
    case 'call':
      if (['trim', 'substring', 'integer', 'decimal'].includes(value.name))
        return tagged(openValue(reading, value), [NULL]);
      return or(...value.arguments.map(reading.isNull));
    case 'given call':
      return or(...value.arguments.map(reading.isNull));
    case 'query':
      return ['count', 'sum', 'exists', 'all'].includes(value.form) ? FALSE : tagged(openValue(reading, value), [NULL]);
    case 'constant':
    case 'list':
    case 'list query':
    case 'role':
      return FALSE;
  }
}
