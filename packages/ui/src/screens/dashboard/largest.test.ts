import type { TileView } from '@nonet/client';
import { expect, test } from 'vitest';
import { changeOf } from './change.ts';
import { largestOf } from './largest.ts';

const groups = (count: number, value: (place: number) => number | string = (place) => place) =>
  Array.from({ length: count }, (_, place) => ({ key: `g${place}`, label: `g${place}`, value: value(place) }));
const tile = (more: Partial<TileView>) =>
  ({ groups: [], others: null, step: null, additive: true, groupKind: 'text', as: 'bar', ...more }) as TileView;

test('the ten largest groups stand for themselves, the others together', () => {
  const { groups: shown, others } = largestOf(tile({ groups: groups(15) }));
  expect(shown.map(({ value }) => value)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  expect(others).toEqual({ count: 5, value: 10 });
  const more = largestOf(tile({ groups: groups(15, (place) => `${place}.10`), others: { count: 3, value: '100.00' } }));
  expect(more.others).toEqual({ count: 8, value: '110.5' });
});

test.each([
  ['a few more are not hidden', tile({ groups: groups(12) }), 12, null],
  ['time keeps its order', tile({ groups: groups(30), step: 'month', groupKind: 'date' }), 30, null],
  ['averages are not added up', tile({ groups: groups(20), additive: false }), 10, { count: 10, value: null }],
])('%s', (_what, of, count, others) => {
  const largest = largestOf(of);
  expect([largest.groups.length, largest.others]).toEqual([count, others]);
});

test('a change compares the last two periods that are over, with nothing between as zero', () => {
  const months = (entries: Record<string, number>) =>
    tile({
      step: 'month',
      groupKind: 'date',
      groups: Object.entries(entries).map(([key, value]) => ({ key: `${key}-01`, label: key, value })),
    });
  expect(changeOf(months({ '2026-09': 10, '2026-10': 12, '2026-11': 3 }), '2026-11-26')).toEqual({
    key: '2026-10-01',
    before: '2026-09-01',
    value: 12,
    by: 0.2,
  });
  expect(changeOf(months({ '2026-08': 5, '2026-10': 4, '2026-11': 1 }), '2026-11-26')).toMatchObject({
    before: '2026-09-01',
    by: null,
  });
  expect(changeOf(months({ '2026-10': 4 }), '2026-11-26')).toBe(null);
  expect(changeOf(tile({ groups: groups(5) }), '2026-11-26')).toBe(null);
});
