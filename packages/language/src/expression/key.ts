import type { Expression } from './tree.ts';

/** The keys of expressions, and of the plain objects in them. */
const keys = new WeakMap<object, string>();

/**
 * A text that is equal for two expressions exactly if they are equal, in any place. Expressions are pure, so an equal
 * key means an equal value.
 */
export function keyOf(expression: Expression): string {
  return written(expression);
}

/** A value as JSON, without the places and types of expressions. Each object is written once. */
function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const known = keys.get(value);
  if (known !== undefined) return known;
  const key = Array.isArray(value) ? `[${value.map(written).join()}]` : writtenObject(value);
  keys.set(value, key);
  return key;
}

function writtenObject(value: object): string {
  // A number of any precision.
  if ('toJSON' in value) return JSON.stringify(value);
  const parts: string[] = [];
  for (const [name, part] of Object.entries(value) as [string, unknown][])
    if (name !== 'range' && name !== 'type' && part !== undefined) parts.push(`"${name}":${written(part)}`);
  return `{${parts.join()}}`;
}
