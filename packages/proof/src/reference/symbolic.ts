import type { Expression } from '@nonet/language';

const TEXT = { kind: 'text', nullable: true } as const;

/**
 * Adapts an expression to symbolic ids: even if a product's ids are whole numbers (3: `id`), a world's ids are texts,
 * and so are values that are compared with them.
 */
export function withSymbolicIds(expression: Expression): Expression {
  return rewritten(expression) as Expression;
}

function rewritten(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(rewritten);
  const inner = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, rewritten(value)]));
  const node = inner as unknown as Expression;
  if (isId(part as Expression)) return { ...inner, type: TEXT };
  if (comparesIds(node)) return { ...inner, left: asText(node.left), right: asText(node.right) };
  return inner;
}

/** Whether one side of a comparison is the id of a record. */
export function comparesIds(node: Expression): node is Extract<Expression, { kind: 'binary' }> {
  return node.kind === 'binary' && [node.left, node.right].some((side) => side.kind === 'field' && side.field === 'id');
}

function isId(node: Expression): boolean {
  return node.kind === 'field' && node.field === 'id' && node.of.type.kind === 'record' && node.type.kind === 'integer';
}

function asText(side: Expression): Expression {
  return side.type.kind === 'integer' ? { ...side, type: TEXT } : side;
}
