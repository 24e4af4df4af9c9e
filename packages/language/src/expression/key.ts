import type { Expression } from './tree.ts';

const keys = new WeakMap<Expression, string>();

/**
 * A text that is equal for two expressions exactly if they are equal, in any place. Expressions are pure, so an equal
 * key means an equal value.
 */
export function keyOf(expression: Expression): string {
  const known = keys.get(expression);
  if (known !== undefined) return known;
  const key = JSON.stringify(expression, (name, value: unknown) =>
    name === 'range' || name === 'type' ? undefined : value,
  );
  keys.set(expression, key);
  return key;
}
