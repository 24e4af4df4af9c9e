import type { Expression } from './tree.ts';

const keys = new WeakMap<Expression, string>();

/** A text that two expressions share exactly when they are the same, wherever they stand. Expressions are pure, so the same key has the same value. */
export function keyOf(expression: Expression): string {
  const known = keys.get(expression);
  if (known !== undefined) return known;
  const key = JSON.stringify(expression, (name, value: unknown) =>
    name === 'range' || name === 'type' ? undefined : value,
  );
  keys.set(expression, key);
  return key;
}
