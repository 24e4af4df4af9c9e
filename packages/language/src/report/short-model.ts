import { isObject } from '../collections.ts';
import { printExpression } from '../expression/print.ts';
import type { Expression } from '../expression/tree.ts';
import type { PartOfModel } from './part-of-model.ts';

/**
 * A model in few words, for readers that pay for each: expressions are texts, as in the document; what is false, empty
 * or null is left out, and so are places.
 */
export function shortModel({ places: _places, ...model }: PartOfModel): object {
  return shorten(model) as object;
}

/** The short form of a value; undefined if it says nothing. */
function shorten(value: unknown): unknown {
  if (isExpression(value)) return printExpression(value);
  if (Array.isArray(value)) {
    const items = value.flatMap((each) => {
      const short = shorten(each);
      return short === undefined ? [] : [short];
    });
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value === null || value === false || value === '' ? undefined : value;
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const short = shorten(each);
    return short === undefined ? [] : [[name, short] as const];
  });
  const [first] = entries;
  if (first === undefined) return undefined;
  // `{ kind: "yes" }` says no more than its kind, and a range is a place.
  if (entries.length === 1 && first[0] === 'kind') return first[1];
  return Object.fromEntries(entries);
}

/** Expressions are the only values with a kind, a type and the range of their text. */
function isExpression(value: unknown): value is Expression {
  return isObject(value) && 'kind' in value && 'type' in value && 'range' in value;
}
