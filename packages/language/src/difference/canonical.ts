import { keyOf } from '../expression/key.ts';
import { rewrite } from '../expression/rewrite.ts';
import type { Binary, BinaryOperator, Expression, Query } from '../expression/tree.ts';
import type { Type } from '../expression/type.ts';
import type { Role } from '../model/roles.ts';
import { isThere, opposite } from '../check/analysis/build.ts';
import { replaceVariable } from '../check/analysis/replace.ts';

const BOOLEAN: Type = { kind: 'boolean', nullable: false };

/**
 * The canonical form of an expression, equal for all that obviously mean the same: `exists(…)` and `all(…)` become
 * counts, `a > b` becomes `b < a`, the parts of `and` and `or` are sorted, and the records of queries are named by
 * their depth. Roles that are not assigned are replaced by their conditions.
 */
export function canonical(expression: Expression, roles: ReadonlyMap<string, Role>): Expression {
  return inForm(expression, { roles, depth: 0 });
}

interface Form {
  readonly roles: ReadonlyMap<string, Role>;
  /** The number of enclosing queries. */
  readonly depth: number;
}

const MIRRORED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = { '>': '<', '>=': '<=' };
const UNORDERED: ReadonlySet<BinaryOperator> = new Set(['and', 'or', '==', '!=', '+', '*']);

function inForm(expression: Expression, form: Form): Expression {
  const inside = (part: Expression): Expression => inForm(part, form);
  switch (expression.kind) {
    case 'role': {
      const of = inside(expression.of);
      const given = form.roles.get(expression.role)?.given;
      if (given?.kind === 'signed in') return inside(isThere(of));
      if (given?.kind !== 'user') return { ...expression, of };
      const condition = inside(replaceVariable(given.condition, 'user', of));
      return join('and', [...partsOf(inside(isThere(of)), 'and'), ...partsOf(condition, 'and')]);
    }
    case 'binary':
      return binaryInForm(expression, form);
    case 'query':
      return queryInForm(expression, form);
    case 'list query': {
      const { variable, list, where, value } = expression;
      const name = nameAt(form.depth);
      const deeper = { ...form, depth: form.depth + 1 };
      const named = (part: Expression | null): Expression | null =>
        part && inForm(renameVariable(part, variable, name), deeper);
      return { ...expression, list: inside(list), variable: name, where: named(where), value: named(value) };
    }
    case 'call':
    case 'conditional':
    case 'constant':
    case 'field':
    case 'given call':
    case 'list':
    case 'literal':
    case 'unary':
    case 'variable':
      return rewrite(expression, (part) => (part === expression ? null : inside(part)));
  }
}

function binaryInForm(binary: Binary, form: Form): Expression {
  const operator = MIRRORED[binary.operator] ?? binary.operator;
  const sides = [inForm(binary.left, form), inForm(binary.right, form)] as const;
  const [left, right] = operator === binary.operator ? sides : [sides[1], sides[0]];
  const whole: Binary = { ...binary, operator, left, right };
  if (operator === 'and' || operator === 'or') return join(operator, partsOf(whole, operator));
  if (!UNORDERED.has(operator) || keyOf(left) <= keyOf(right)) return whole;
  // A text and a number are joined in their order.
  return operator === '+' && binary.type.kind === 'text' ? whole : { ...whole, left: right, right: left };
}

/** The parts joined by `and`, or by `or`, as a list. */
function partsOf(expression: Expression, operator: 'and' | 'or'): readonly Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== operator) return [expression];
  return [...partsOf(expression.left, operator), ...partsOf(expression.right, operator)];
}

/** Each part once, in the order of their keys. */
function join(operator: 'and' | 'or', parts: readonly Expression[]): Expression {
  const all = new Map(parts.map((part) => [keyOf(part), part]));
  const [first, ...rest] = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  if (first === undefined) throw new Error('A condition has at least one part.');
  return rest.reduce((left, right): Expression => ({ kind: 'binary', operator, left, right, type: BOOLEAN }), first);
}

function queryInForm(query: Query, form: Form): Expression {
  const { source, variable, form: asked } = query;
  const name = nameAt(form.depth);
  const deeper = { ...form, depth: form.depth + 1 };
  const named = (part: Expression): Expression => inForm(renameVariable(part, variable, name), deeper);
  const where = query.where && named(query.where);
  const value = query.value && named(query.value);
  const whole: Query = {
    ...query,
    source: source.kind === 'list' ? { ...source, of: inForm(source.of, form) } : source,
    variable: name,
    where,
    value,
    order: query.order.map((key) => ({ ...key, by: named(key.by) })),
  };
  if (asked === 'exists') return compared(counted(whole, where), '<');
  if (asked !== 'all' || value === null) return whole;
  const breaking = opposite(value);
  return compared(counted(whole, where === null ? breaking : join('and', [where, breaking])), '==');
}

function counted(query: Query, where: Expression | null): Query {
  return { ...query, form: 'count', where, value: null, order: [], type: { kind: 'integer', nullable: false } };
}

function compared(count: Query, operator: '<' | '=='): Expression {
  const none: Expression = { kind: 'literal', value: 0, type: { kind: 'integer', nullable: false } };
  const [left, right] = operator === '<' || keyOf(none) <= keyOf(count) ? [none, count] : [count, none];
  return { kind: 'binary', operator, left, right, type: BOOLEAN };
}

/** No name of a document begins like this. */
function nameAt(depth: number): string {
  return `$at_${depth}`;
}

function renameVariable(expression: Expression, name: string, by: string): Expression {
  return rewrite(expression, (part) => (part.kind === 'variable' && part.name === name ? { ...part, name: by } : null));
}
