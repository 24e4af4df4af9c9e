import { type Part, part } from './words.ts';

/** `field: value`, as values are given in brackets: `create E(field: value, …)`. Null if it is none. */
export function pairOf(item: Part): { readonly field: Part; readonly value: Part } | null {
  const colon = /^([A-Za-z_]\w*)\s*:\s*/.exec(item.text);
  if (colon?.[1] === undefined) return null;
  return { field: part(item, 0, colon[1].length), value: part(item, colon[0].length, item.text.length) };
}
