import type { Expression, Query, QuerySource } from './tree.ts';

/** The expression with others in the place of its outermost parts for which `replace` gives one; null leaves a part. */
export function rewrite(expression: Expression, replace: (part: Expression) => Expression | null): Expression {
  const replaced = replace(expression);
  if (replaced !== null) return replaced;
  const inside = (part: Expression): Expression => rewrite(part, replace);
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
    case 'given call':
      return { ...expression, arguments: expression.arguments.map(inside) };
    case 'query':
      return queryWithin(expression, inside);
    case 'list query': {
      const { list, where, value } = expression;
      return { ...expression, list: inside(list), where: maybe(where), value: maybe(value) };
    }
    case 'constant':
    case 'literal':
    case 'variable':
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
