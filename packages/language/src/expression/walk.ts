import type { Expression } from './tree.ts';

/** The expressions directly inside one, in the order of the text. */
export function children(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'constant':
      return [];
    case 'list':
      return expression.items;
    case 'field':
    case 'role':
      return [expression.of];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'call':
    case 'given call':
      return expression.arguments;
    case 'query': {
      const { source, where, value, order } = expression;
      const parts = source.kind === 'list' ? [source.of] : [];
      return [...parts, ...[where, value].filter((part) => part !== null), ...order.map((key) => key.by)];
    }
    case 'list query':
      return [expression.list, ...[expression.where, expression.value].filter((part) => part !== null)];
  }
}

/** Visits an expression and all that is inside it, the outer one first. */
export function walk(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression);
  for (const child of children(expression)) walk(child, visit);
}
