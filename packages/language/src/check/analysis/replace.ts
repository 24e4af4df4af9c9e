import type { Expression, QuerySource } from '../../expression/tree.ts';

/** The expression with another one in place of a variable. */
export function replaceVariable(expression: Expression, name: string, by: Expression): Expression {
  const inside = (part: Expression): Expression => replaceVariable(part, name, by);
  switch (expression.kind) {
    case 'variable':
      return expression.name === name ? by : expression;
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
    case 'query': {
      const { source, where, value, order } = expression;
      const from: QuerySource = source.kind === 'list' ? { ...source, of: inside(source.of) } : source;
      if (expression.variable === name) return { ...expression, source: from };
      return {
        ...expression,
        source: from,
        where: where && inside(where),
        value: value && inside(value),
        order: order.map((key) => ({ ...key, by: inside(key.by) })),
      };
    }
    case 'list query': {
      const { list, variable, where, value } = expression;
      const own = variable === name;
      const read = (part: Expression | null): Expression | null => (own ? part : part && inside(part));
      return { ...expression, list: inside(list), where: read(where), value: read(value) };
    }
    default:
      return expression;
  }
}
