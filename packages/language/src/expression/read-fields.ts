import type { Expression } from './tree.ts';
import { walk } from './walk.ts';

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
