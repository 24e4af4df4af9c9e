import type { Expression } from '@nonet/language';

export interface ReadField {
  readonly entity: string;
  readonly field: string;
}

/** Every field of every record that an expression reads, wherever the record comes from. */
export function readFields(expression: Expression): ReadField[] {
  const found: ReadField[] = [];
  walk(expression, (node) => {
    if (node.kind === 'field' && node.of.type.kind === 'record') {
      found.push({ entity: node.of.type.entity, field: node.field });
    }
    if (node.kind === 'query' && node.source.kind === 'list' && node.source.of.type.kind === 'record') {
      found.push({ entity: node.source.of.type.entity, field: node.source.field });
    }
  });
  return found;
}

/** The entities whose records an expression goes through as a whole (`count(Claim where …)`). */
export function queriedEntities(expression: Expression): string[] {
  const found: string[] = [];
  walk(expression, (node) => {
    if (node.kind === 'query') found.push(node.source.entity);
  });
  return found;
}

export function walk(expression: Expression, visit: (node: Expression) => void): void {
  visit(expression);
  for (const child of childrenOf(expression)) walk(child, visit);
}

function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'variable':
    case 'constant':
      return [];
    case 'list':
      return node.items;
    case 'field':
    case 'role':
      return [node.of];
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'conditional':
      return [node.condition, node.then, node.otherwise];
    case 'call':
      return node.arguments;
    case 'query':
      return [
        ...(node.source.kind === 'list' ? [node.source.of] : []),
        ...(node.where ? [node.where] : []),
        ...(node.value ? [node.value] : []),
        ...node.order.map((key) => key.by),
      ];
  }
}
