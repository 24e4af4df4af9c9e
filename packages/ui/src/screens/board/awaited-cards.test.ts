import type { RecordView } from '@nonet/client';
import { expect, test } from 'vitest';
import { withAwaited } from './awaited-cards.ts';

const card = (id: string, amount: string | null) => ({ id, _title: id, amount }) as unknown as RecordView;
const order = (descending: boolean) => [{ path: ['amount'], descending }];
const loaded = [card('a', '9'), card('b', '10.5'), card('c', null)];
const going = (record: RecordView, column: string) => new Map([[record.id, { record, column }]]);

test.each([
  ['a card leaves its column at once', going(card('b', '10.5'), 'paid'), order(false), 'ac'],
  ['a card comes to its place among numbers', going(card('d', '9.75'), 'open'), order(false), 'adbc'],
  ['what has no value comes last', going(card('d', null), 'open'), order(false), 'abcd'],
  ['an order that falls', going(card('d', '9.75'), 'open'), order(true), 'dabc'],
  ['without an order it is the first', going(card('d', '9.75'), 'open'), [], 'dabc'],
  ['a card that has arrived is not drawn twice', going(card('b', '99'), 'open'), order(false), 'abc'],
  ['the cards of other columns are no matter of this one', going(card('d', '9.75'), 'paid'), order(false), 'abc'],
])('%s', (_rule, awaited, by, expected) => {
  expect(
    withAwaited(loaded, 'open', awaited, by)
      .map(({ id }) => id)
      .join(''),
  ).toBe(expected);
});
