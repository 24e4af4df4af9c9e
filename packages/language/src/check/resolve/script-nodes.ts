import type { Node } from 'acorn';
import { isObject } from '../../collections.ts';

/** Every node below one, itself first. */
export function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* nodesIn(part);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Where a script can't be read, and why. @throws what is no error of syntax. */
export function syntaxErrorOf(error: unknown): {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
} {
  const loc = error instanceof SyntaxError && 'loc' in error ? error.loc : null;
  if (!(error instanceof SyntaxError) || !isObject(loc)) throw error;
  const [line, column] = [Number(loc['line']), Number(loc['column'])];
  return { line, column: column + 1, reason: error.message.replace(/\s*\(\d+:\d+\)$/, '') };
}
