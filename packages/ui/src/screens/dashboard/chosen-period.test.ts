import type { TileView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { type Days, daysBefore, daysOf, tileIn, totalIn } from './chosen-period.ts';

const TODAY = '2026-02-14';

test.each([
  ['this-month', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2026-01-31'],
  ['this-quarter', '2026-01-01', '2026-03-31'],
  ['this-year', '2026-01-01', '2026-12-31'],
  ['last-year', '2025-01-01', '2025-12-31'],
  ['2026-01-15..2026-02-03', '2026-01-15', '2026-02-03'],
])('%s is from %s to %s', (text, from, to) => {
  expect(daysOf(text, TODAY)).toEqual({ from, to });
});

test.each([undefined, '', 'next-month', '2026-02-03..2026-01-15', '2026-02-31..2026-03-01', '2026-01-01'])(
  'an address with %s states no period',
  (text) => expect(daysOf(text, TODAY)).toBeNull(),
);

test.each([
  ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['2026-03-01', '2026-03-10', '2026-02-19', '2026-02-28'],
])('before %s to %s lies %s to %s', (from, to, before, until) => {
  expect(daysBefore({ from, to })).toEqual({ from: before, to: until });
});

describe('the part of a tile', () => {
  const group = (key: string | null, value: number | string | null) => ({ key, label: String(key), value });
  const tile = (changes: Partial<TileView>): TileView => ({
    name: 'Paid',
    clause: '2.Home.Paid',
    as: 'bar',
    valueKind: 'integer',
    groupKind: 'date',
    asOf: null,
    value: null,
    groups: [group(null, 9), group('2025-12-01', 1), group('2026-02-01', 2), group('2026-04-01', 4)],
    others: null,
    target: null,
    step: 'month',
    additive: true,
    open: null,
    late: false,
    list: null,
    ...changes,
  });
  const quarter = { from: '2026-01-01', to: '2026-03-31' };

  test.each<[string, Partial<TileView>, Days, string, string, number | string | null]>([
    ['each month of the period has its place', {}, quarter, '2026-12-01', '2026-01:0 2026-02:2 2026-03:0', 2],
    ['what is to come has no place', {}, quarter, TODAY, '2026-01:0 2026-02:2', 2],
    [
      'months that the period touches are whole',
      {},
      { from: '2026-02-20', to: '2026-04-02' },
      TODAY,
      '2026-02:2 2026-03:0 2026-04:4',
      6,
    ],
    ['a period without records is empty', {}, { from: '2024-01-01', to: '2024-12-31' }, TODAY, '', 0],
    ['averages are not added up', { additive: false }, quarter, TODAY, '2026-01:null 2026-02:2', null],
    [
      'money is added up exactly',
      { valueKind: 'money' as const, groups: [group('2026-01-01', '0.10'), group('2026-02-01', '0.20')] },
      { from: '2026-01-01', to: '2026-02-28' },
      TODAY,
      '2026-01:0.10 2026-02:0.20',
      '0.3',
    ],
    [
      'what reaches behind the listed groups has no known total',
      { others: { count: 3, value: 30 } },
      { from: '2025-01-01', to: '2025-12-31' },
      TODAY,
      '2025-01:0 2025-02:0 2025-03:0 2025-04:0 2025-05:0 2025-06:0 2025-07:0 2025-08:0 2025-09:0 2025-10:0 2025-11:0 2025-12:1',
      null,
    ],
  ])('%s', (_rule, changes, days, today, drawn, total) => {
    const part = tileIn(tile(changes), days, today);
    expect((part.groups ?? []).map(({ key, value }) => `${String(key).slice(0, 7)}:${value}`).join(' ')).toBe(drawn);
    expect(totalIn(tile(changes), days)).toBe(total);
  });
});
