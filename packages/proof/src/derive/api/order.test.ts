import { expect, test } from 'vitest';
import { inOrder } from './order.ts';

test.each<[what: string, values: Record<string, unknown>, descending: boolean, order: string[][]]>([
  ['durations by their length', { a: 'P28D', b: 'PT0S', c: 'P14D' }, false, [['b'], ['c'], ['a']]],
  ['durations that are as long', { a: 'PT48H', b: 'P2D', c: 'P1M' }, false, [['a', 'b'], ['c']]],
  ['a month as 30 days, nulls last', { a: null, b: 'P1M', c: 'P29D', d: 'P31D' }, true, [['d'], ['b'], ['c'], ['a']]],
  ['texts that are no durations', { a: 'P', b: 'Pt', c: 'PA9' }, false, [['a'], ['c'], ['b']]],
])('3: records are sorted by %s', (_what, values, descending, order) => {
  expect(inOrder(Object.keys(values), [{ descending, valueOf: (id) => values[id] }])).toEqual(order);
});
