import type { ColumnView } from '@nonet/client';
import { expect, test } from 'vitest';
import { readSums, sumOf, sumValue } from './sums.ts';

const column = (kind: string, name = 'total') =>
  ({ path: [name], field: { name, kind, scale: null } }) as unknown as ColumnView;

test('amounts of money are added up unless something else is chosen; nothing else is by itself', () => {
  expect([column('money'), column('integer'), column('text')].map((each) => sumOf(each, {}))).toEqual([
    'sum',
    null,
    null,
  ]);
  expect(sumOf(column('money'), { total: null })).toBe(null);
  expect(sumOf(column('integer'), { total: 'maximum' })).toBe('maximum');
  expect(sumOf(column('date'), { total: 'sum' })).toBe(null);
});

test.each([
  [null, {}],
  ['{"total":"sum","stock":null}', { total: 'sum', stock: null }],
  ['{"total":"median"}', {}],
  ['[1', {}],
  ['3', {}],
])('what is kept is read as far as it is known: %s', (text, choices) => {
  expect(readSums(text)).toEqual(choices);
});

test('an average has no more digits than its reader can use', () => {
  const values = { filled: 3, sum: '10.00', average: '3.333333333333', minimum: '1.00', maximum: '8.00' };
  expect(sumValue(values, 'average', column('money'))).toBe('3.33');
  expect(sumValue({ ...values, average: '4' }, 'average', column('integer'))).toBe('4');
  expect(sumValue(values, 'maximum', column('money'))).toBe('8.00');
});
