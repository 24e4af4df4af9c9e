import type { TileView } from '@nonet/client';
import { expect, test } from 'vitest';
import { partReached } from './reached.ts';
import { trendOf } from './trend.ts';

const tile = (groups: Readonly<Record<string, number>>, more: Partial<TileView> = {}): TileView => ({
  name: 'Sold',
  clause: '2.overview.tiles.sold',
  as: 'trend',
  valueKind: 'integer',
  groupKind: 'date',
  value: null,
  target: null,
  groups: Object.entries(groups).map(([key, value]) => ({ key, label: key, value })),
  others: null,
  step: 'month',
  additive: true,
  open: null,
  late: false,
  asOf: null,
  list: null,
  ...more,
});

test.each<[string, Readonly<Record<string, number>>, Partial<TileView>, number | null, (number | null)[]]>([
  ['the present month and those before it', { '2026-09-01': 3, '2026-10-01': 5, '2026-11-01': 2 }, {}, 2, [3, 5, 2]],
  ['a month without records counts nothing', { '2026-09-01': 3, '2026-11-01': 2 }, {}, 2, [3, 0, 2]],
  ['nothing yet in the present month', { '2026-10-01': 5 }, {}, 0, [5, 0]],
  ['an average of nothing is no value', { '2026-10-01': 5 }, { additive: false }, null, [5, null]],
  ['months that are planned are not part of it', { '2026-11-01': 2, '2027-01-01': 9 }, {}, 2, [2]],
  ['days', { '2026-11-24': 1, '2026-11-26': 4 }, { step: 'day' }, 4, [1, 0, 4]],
  ['nothing at all', {}, {}, 0, [0]],
])('%s', (_, groups, more, value, values) => {
  const trend = trendOf(tile(groups, more), '2026-11-26');
  expect([trend.value, trend.values]).toEqual([value, values]);
});

test('a part of a target is reached where there is one', () => {
  expect(partReached(200, 50)).toBe(0.25);
  expect(partReached('5000.00', '6000.00')).toBe(1.2);
  expect([partReached(null, 5), partReached(0, 5), partReached(10, null)]).toEqual([null, null, null]);
});
