import type { RecordView } from '@nonet/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrderByHand, type OrderByHand, writesToMove } from './order-by-hand.ts';

const ORDER: OrderByHand = { field: 'place', descending: false, scale: 2, minimum: null, maximum: null };

/** Records that are called a, b, c, with these numbers. */
const records = (...places: readonly (string | null)[]): RecordView[] =>
  places.map((place, at) => ({ id: String.fromCharCode(97 + at), _title: '', place }));

const moves = (places: readonly (string | null)[], id: string, to: number, order: Partial<OrderByHand> = {}) =>
  writesToMove(records(...places), id, to, { ...ORDER, ...order })?.map(({ id: each, value }) => `${each} ${value}`) ??
  null;

test.each<[string, readonly (string | null)[], string, number, string[] | null, Partial<OrderByHand>?]>([
  ['between two', ['1', '2', '3'], 'c', 1, ['c 1.50']],
  ['to the top', ['1', '2', '3'], 'c', 0, ['c 0.00']],
  ['to the end', ['1', '2', '3'], 'a', 2, ['a 4.00']],
  ['with as few digits as possible', ['1', '1.5', '3'], 'c', 1, ['c 1.20']],
  ['where it is', ['1', '2'], 'a', 0, null],
  ['beyond the end', ['1', '2'], 'b', 2, null],
  ['where no number is left, the next one moves over', ['1', '1.01', '2', '3'], 'd', 1, ['b 1.66', 'd 1.33']],
  ['between two with one number', ['1', '1', '2'], 'c', 1, ['b 3.00', 'c 2.00']],
  ['behind one that has no number', ['5', null, null], 'a', 2, ['b 1.00', 'c 2.00', 'a 3.00']],
  ['before the first that has none', ['1', null, null], 'c', 1, ['c 2.00']],
  ['where the order falls', ['3', '2', '1'], 'c', 1, ['c 2.50'], { descending: true }],
  ['to the top where it falls', ['3', '2', '1'], 'c', 0, ['c 4.00'], { descending: true }],
  ['above a smallest number', ['0.5', '2'], 'b', 0, ['b 0.20'], { minimum: '0' }],
  ['below a largest number', ['1', '9.5'], 'a', 1, ['a 9.70'], { maximum: '10' }],
  ['below zero', ['-2', '-1', '5'], 'c', 1, ['c -1.50']],
])('%s', (_, places, id, to, expected, order = {}) => {
  expect(moves(places, id, to, order)).toEqual(expected);
});

test('at an edge beyond which others are, no place is known', () => {
  const three = records('1', '2', '3');
  const unseen = { before: true, behind: true };
  expect(writesToMove(three, 'c', 0, ORDER, { unseen })).toBeNull();
  expect(writesToMove(three, 'a', 2, ORDER, { unseen })).toBeNull();
  expect(writesToMove(three, 'c', 1, ORDER, { unseen })).toEqual([{ id: 'c', value: '1.50' }]);
});

test('a record comes where it was brought, and each write on the way keeps the order of the others', () => {
  const place = fc.option(fc.integer({ min: -500, max: 500 }).map((units) => (units / 100).toFixed(2)));
  const list = fc.array(place, { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(list, fc.nat(), fc.nat(), fc.boolean(), (places, which, where, descending) => {
      const order = { ...ORDER, descending };
      const shown = inOrderByHand(records(...places), order);
      const id = shown[which % shown.length]?.id ?? '';
      const to = where % shown.length;
      const others = shown.filter((record) => record.id !== id);
      const writes = writesToMove(shown, id, to, order);
      if (others.length === 0 || shown[to]?.id === id) return;
      const given = new Map<string, string>();
      for (const { id: each, value } of writes ?? []) {
        given.set(each, value);
        expect(inOrderByHand(others, order, given).map((record) => record.id)).toEqual(
          others.map((record) => record.id),
        );
      }
      expect(inOrderByHand(shown, order, given).map((record) => record.id)).toEqual(
        others.toSpliced(to, 0, ...shown.filter((record) => record.id === id)).map((record) => record.id),
      );
    }),
  );
});
