import type { Expression, Plan } from '@nonet/language';

/**
 * An expression for the browser, with the values of constants. Null if it names something that only the server knows
 * (the environment, a secret, an open constant).
 */
export function withoutConstants(expression: Expression, plan: Plan): Expression | null {
  let known = true;
  const inline = (node: Expression): Expression => {
    switch (node.kind) {
      case 'literal':
      case 'variable':
        return node;
      case 'constant': {
        const value = plan.constants.find((constant) => constant.name === node.name)?.value;
        if (value?.kind === 'literal') return literal(node, value.value);
        known = false;
        return node;
      }
      case 'list':
        return { ...node, items: node.items.map(inline) };
      case 'field':
      case 'role':
        return { ...node, of: inline(node.of) };
      case 'unary':
        return { ...node, operand: inline(node.operand) };
      case 'binary':
        return { ...node, left: inline(node.left), right: inline(node.right) };
      case 'conditional':
        return {
          ...node,
          condition: inline(node.condition),
          then: inline(node.then),
          otherwise: inline(node.otherwise),
        };
      case 'call':
      case 'given call':
        return { ...node, arguments: node.arguments.map(inline) };
      case 'list query':
        return {
          ...node,
          list: inline(node.list),
          where: node.where && inline(node.where),
          value: node.value && inline(node.value),
        };
      case 'query':
        return {
          ...node,
          source: node.source.kind === 'list' ? { ...node.source, of: inline(node.source.of) } : node.source,
          where: node.where && inline(node.where),
          value: node.value && inline(node.value),
          order: node.order.map((key) => ({ ...key, by: inline(key.by) })),
        };
    }
  };
  const inlined = inline(expression);
  return known ? inlined : null;
}

function literal(node: Expression, value: unknown): Expression {
  if (Array.isArray(value)) {
    const of = node.type.kind === 'list' ? node.type.of : node.type;
    return {
      kind: 'list',
      type: node.type,
      items: value.map((item) => ({ kind: 'literal', type: of, value: item as string })),
    };
  }
  return { kind: 'literal', type: node.type, value: value as string | number | boolean | null };
}
