import type { Expression } from './tree.ts';
import { walk } from './walk.ts';

/** The clause of the first constant or field in an expression that is not shown; null if there is none. */
export function notShownIn(expression: Expression): string | null {
  let clause: string | null = null;
  walk(expression, (node) => {
    if (clause !== null || node.type.kind !== 'unknown') return;
    if (node.kind === 'constant') clause = `9.${node.name}`;
    if (node.kind === 'field' && node.of.type.kind === 'record') clause = `3.${node.of.type.entity}.${node.field}`;
  });
  return clause;
}
