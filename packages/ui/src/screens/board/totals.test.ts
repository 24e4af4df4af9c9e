import type { ColumnView, RecordView } from '@nonet/client';
import { expect, test } from 'vitest';
import { sumOf, totalsOf } from './totals.ts';

test.each([
  [['0.10', '0.2'], '0.3'],
  [['9007199254740993.01', '0.01'], '9007199254740993.02'],
  [['-5', '2.5'], '-2.5'],
  [[], '0'],
])('%j is %s in all', (amounts, sum) => {
  expect(sumOf(amounts)).toBe(sum);
});

const total = { path: ['total'], field: { kind: 'money' } } as ColumnView;
const number = { path: ['number'], field: { kind: 'integer' } } as ColumnView;

test('only money is added up, and nothing that is hidden on one of the cards', () => {
  const cards = [
    { id: '1', total: '1.50', number: 3 },
    { id: '2', total: null },
  ] as unknown as RecordView[];
  expect(totalsOf(cards, [total, number])).toEqual([{ column: total, amount: '1.5' }]);
  expect(totalsOf([...cards, { id: '3' } as unknown as RecordView], [total])).toEqual([]);
});
