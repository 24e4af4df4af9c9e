import { expect, test } from 'vitest';
import { orderAfter } from './order.ts';

test.each([
  ['a column alone, ascending', undefined, 'total', false, 'total'],
  ['then descending', 'total', 'total', false, '-total'],
  ['and ascending again', '-total', 'total', false, 'total'],
  ['another in its place', '-total,number', 'date', false, 'date'],
  ['a further one behind it', '-total', 'number', true, '-total,number'],
  ['then descending', '-total,number', 'number', true, '-total,-number'],
  ['then out again', '-total,-number', 'number', true, '-total'],
  ['the last one stays', '-total', 'total', true, 'total'],
  ['the second alone', '-total,number', 'number', false, 'number'],
])('%s: %s and %s', (_rule, order, path, further, expected) => {
  expect(orderAfter(order, path, further)).toBe(expected);
});
