import type { ColumnView } from '@nonet/client';
import { expect, test } from 'vitest';
import { arranged, moved, PLAIN_LAYOUT, readLayout, writeLayout } from './table-layout.ts';

const columns = ['a', 'b', 'c.name'].map((path) => ({ path: path.split('.') }) as ColumnView);
const paths = (order: string[]) => arranged(columns, { ...PLAIN_LAYOUT, order }).map(({ path }) => path.join('.'));

test.each([
  [[], ['a', 'b', 'c.name']],
  [
    ['c.name', 'a'],
    ['c.name', 'a', 'b'],
  ],
  [
    ['gone', 'b'],
    ['b', 'a', 'c.name'],
  ],
])('an order of %j', (order, expected) => {
  expect(paths(order)).toEqual(expected);
});

test.each([
  ['a', 'c.name', ['b', 'c.name', 'a']],
  ['c.name', 'a', ['c.name', 'a', 'b']],
  ['a', 'a', ['a', 'b', 'c.name']],
  ['gone', 'a', ['a', 'b', 'c.name']],
])('%s is put where %s stands', (path, to, expected) => {
  expect(moved(['a', 'b', 'c.name'], path, to)).toEqual(expected);
});

test('a stored layout is restored, and anything else gives the default layout', () => {
  const layout = { order: ['b'], widths: { a: 120 }, dense: true };
  expect(readLayout(writeLayout(layout))).toEqual(layout);
  expect(writeLayout(PLAIN_LAYOUT)).toBeNull();
  for (const text of [null, '', '[', '3', 'null', '{"order":3,"widths":[],"dense":1}'])
    expect(readLayout(text)).toEqual(PLAIN_LAYOUT);
  expect(readLayout('{"widths":{"a":1,"b":99999,"c":"x"}}').widths).toEqual({ a: 56, b: 1200 });
});
