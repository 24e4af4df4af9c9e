import { rewrite } from './rewrite.ts';
import type { Expression, Query } from './tree.ts';
import { walk } from './walk.ts';

/**
 * Whether an expression reads only the record `old`: the record itself, its fields, records that it refers to, and
 * queries of its lists that read nothing else. Such a part has its value before an event changes anything.
 */
export function isOfOld(expression: Expression): boolean {
  switch (expression.kind) {
    case 'variable':
      return expression.name === 'old';
    case 'field':
      return isOfOld(expression.of);
    case 'query':
      return goesOverOld(expression) && isClosed(expression);
    case 'binary':
    case 'call':
    case 'conditional':
    case 'constant':
    case 'given call':
    case 'list':
    case 'list query':
    case 'literal':
    case 'role':
    case 'unary':
      return false;
  }
}

/** Whether a query goes over a list of the record `old`. */
export function goesOverOld({ source }: Query): boolean {
  return source.kind === 'list' && isOfOld(source.of);
}

/** Whether a query reads no other variables than `old`, the user, and those of queries in it. */
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

/** The queries over a list of `old` that also read other values, so that they have no fixed value before an event. */
export function mixedQueries(expression: Expression): readonly Query[] {
  const found: Query[] = [];
  walk(expression, (part) => {
    if (part.kind === 'query' && goesOverOld(part) && !isClosed(part)) found.push(part);
  });
  return found;
}

/** The expression with others in the place of its largest parts that are of `old`. */
export function replaceOfOld(expression: Expression, by: (part: Expression) => Expression): Expression {
  return rewrite(expression, (part) => (isOfOld(part) ? by(part) : null));
}
