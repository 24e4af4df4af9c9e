import type { Expression } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';

const BOOLEAN: Type = { kind: 'boolean', nullable: false };

/** The record of a clause. */
export function thisRecord(entity: string): Expression {
  return { kind: 'variable', name: 'this', type: { kind: 'record', entity, nullable: false } };
}

/** The condition that a choice (a state) is one of these. */
export function isOneOf(value: Expression, choices: readonly string[]): Expression {
  const type: Type = { ...value.type, nullable: false };
  const items = choices.map((choice): Expression => ({ kind: 'literal', value: choice, type }));
  const list: Expression = { kind: 'list', items, type: { kind: 'list', of: type, nullable: false } };
  return { kind: 'binary', operator: 'in', left: value, right: list, type: BOOLEAN };
}

/** The condition that two values are the same. */
export function isEqual(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '==', left, right, type: BOOLEAN };
}

/** The condition that a value is there, or that it is not. */
export function isThere(value: Expression, there = true): Expression {
  const right: Expression = { kind: 'literal', value: null, type: { kind: 'null', nullable: true } };
  return { kind: 'binary', operator: there ? '!=' : '==', left: value, right, type: BOOLEAN };
}

/** The condition's opposite: it holds exactly where the condition does not. */
export function opposite(operand: Expression): Expression {
  if (operand === TRUE) return FALSE;
  if (operand === FALSE) return TRUE;
  return { kind: 'unary', operator: 'not', operand, type: BOOLEAN };
}

export const TRUE: Expression = { kind: 'literal', value: true, type: BOOLEAN };
export const FALSE: Expression = { kind: 'literal', value: false, type: BOOLEAN };

/** The conjunction of these; parts that are certain are left out. */
export function and(...parts: readonly Expression[]): Expression {
  const kept = parts.filter((part) => part !== TRUE);
  return kept.includes(FALSE) ? FALSE : joined('and', kept, TRUE);
}

/** One of them; what is sure beforehand is left out. */
export function or(...parts: readonly Expression[]): Expression {
  const kept = parts.filter((part) => part !== FALSE);
  return kept.includes(TRUE) ? TRUE : joined('or', kept, FALSE);
}

function joined(operator: 'and' | 'or', parts: readonly Expression[], empty: Expression): Expression {
  const [first, ...rest] = parts;
  return rest.reduce<Expression>(
    (left, right) => ({ kind: 'binary', operator, left, right, type: BOOLEAN }),
    first ?? empty,
  );
}
