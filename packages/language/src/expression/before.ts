import type { Expression, Query, QuerySource } from './tree.ts';
import { walk } from './walk.ts';

/**
 * Whether an expression is read of the record `old` as a whole: the record itself, a field of it or of what it refers to,
 * and a query of one of its lists that reads nothing else. Such a part has its value before an event changes anything.
 */
export function isOfOld(expression: Expression): boolean {
  switch (expression.kind) {
    case 'variable':
      return expression.name === 'old';
    case 'field':
      return isOfOld(expression.of);
    case 'query':
      return goesOverOld(expression) && isClosed(expression);
    default:
      return false;
  }
}

/** Whether a query goes over a list of the record `old`. */
export function goesOverOld({ source }: Query): boolean {
  return source.kind === 'list' && isOfOld(source.of);
}

/** Whether a query reads no other variable than `old`, who acts, and those of queries in it. */
export function isClosed(query: Query): boolean {
  const known = new Set(['old', 'user']);
  walk(query, (part) => {
    if (part.kind === 'query' || part.kind === 'list query') known.add(part.variable);
  });
  let closed = true;
  walk(query, (part) => {
    if (part.kind === 'variable' && !known.has(part.name)) closed = false;
  });
  return closed;
}

/** The queries over a list of `old` that read something besides, so that they have no one value before an event. */
export function mixedQueries(expression: Expression): readonly Query[] {
  const found: Query[] = [];
  walk(expression, (part) => {
    if (part.kind === 'query' && goesOverOld(part) && !isClosed(part)) found.push(part);
  });
  return found;
}

/** The expression with others in the place of its largest parts that are of `old`. */
export function replaceOfOld(expression: Expression, by: (part: Expression) => Expression): Expression {
  if (isOfOld(expression)) return by(expression);
  const inside = (part: Expression): Expression => replaceOfOld(part, by);
  const maybe = (part: Expression | null): Expression | null => part && inside(part);
  switch (expression.kind) {
    case 'list':
      return { ...expression, items: expression.items.map(inside) };
    case 'field':
    case 'role':
      return { ...expression, of: inside(expression.of) };
    case 'unary':
      return { ...expression, operand: inside(expression.operand) };
    case 'binary':
      return { ...expression, left: inside(expression.left), right: inside(expression.right) };
    case 'conditional': {
      const { condition, then, otherwise } = expression;
      return { ...expression, condition: inside(condition), then: inside(then), otherwise: inside(otherwise) };
    }
    case 'call':
      return { ...expression, arguments: expression.arguments.map(inside) };
    case 'query':
      return queryWithin(expression, inside);
    case 'list query': {
      const { list, where, value } = expression;
      return { ...expression, list: inside(list), where: maybe(where), value: maybe(value) };
    }
    default:
      return expression;
  }
}

/** A query with others in the place of the parts in it. */
export function queryWithin(query: Query, inside: (part: Expression) => Expression): Query {
  const { source, where, value, order } = query;
  const from: QuerySource = source.kind === 'list' ? { ...source, of: inside(source.of) } : source;
  return {
    ...query,
    source: from,
    where: where && inside(where),
    value: value && inside(value),
    order: order.map((key) => ({ ...key, by: inside(key.by) })),
  };
}
