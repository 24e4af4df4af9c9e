import type { ColumnView } from '@nonet/client';
import { expect, test } from 'vitest';
import { groupFilters, groupingsOf, narrowedBy, nextPeriod, orderedGroups } from './groups.ts';

const column = (kind: string, name: string, choices: string[] | null = null) =>
  ({
    path: [name],
    field: { name, kind, choices: choices && choices.map((each) => ({ name: each, label: each })) },
  }) as unknown as ColumnView;
const COLUMNS = [
  column('number', 'number'),
  column('state', 'status', ['new', 'done']),
  column('money', 'total'),
  column('date', 'wanted'),
  column('datetime', 'paid_at'),
  column('reference', 'customer'),
];

test('a list is grouped by choices, references and months, and not by amounts', () => {
  expect(groupingsOf(COLUMNS).map(({ key }) => key)).toEqual(['status', 'month(wanted)', 'month(paid_at)', 'customer']);
});

test('a list with the reference of a tree can be a tree', () => {
  const parent = column('reference', 'parent');
  const tree = { ...parent, field: { ...parent.field, tree: true as const } };
  expect(groupingsOf([tree]).map(({ key, isTree }) => [key, isTree])).toEqual([
    ['tree(parent)', true],
    ['parent', undefined],
  ]);
});

test.each([
  ['status', 'new', { status: 'new' }],
  ['status', null, { 'status.null': 'true' }],
  ['month(wanted)', '2026-12-01', { 'wanted.gte': '2026-12-01', 'wanted.lt': '2027-01-01' }],
  [
    'month(paid_at)',
    '2026-11-01',
    { 'paid_at.gte': '2026-10-31T23:00:00.000Z', 'paid_at.lt': '2026-11-30T23:00:00.000Z' },
  ],
])('the records of %s = %s', (key, value, filters) => {
  const grouping = groupingsOf(COLUMNS).find((each) => each.key === key);
  if (!grouping) throw new Error(`There is no ${key}.`);
  const found = groupFilters(grouping, value, 'Europe/Amsterdam');
  expect(
    Object.fromEntries(
      Object.entries(found).map(([name, text]) => [name, /T/.test(text) ? new Date(text).toISOString() : text]),
    ),
  ).toEqual(filters);
});

test.each([
  ['day', '2027-02-28', '2027-03-01'],
  ['week', '2026-12-28', '2027-01-04'],
  ['month', '2026-12-01', '2027-01-01'],
  ['quarter', '2026-10-01', '2027-01-01'],
  ['year', '2026-01-01', '2027-01-01'],
] as const)('the %s after %s begins at %s', (period, first, next) => {
  expect(nextPeriod(first, period)).toBe(next);
});

test('a group of a filtered list has what the filter leaves of it', () => {
  const group = { 'wanted.gte': '2026-12-01', 'wanted.lt': '2027-01-01' };
  const filters = { 'wanted.gte': '2026-12-24', 'wanted.lt': '2027-02-01', status: 'new' };
  expect(narrowedBy(filters, group)).toEqual({ 'wanted.gte': '2026-12-24', 'wanted.lt': '2027-01-01', status: 'new' });
  expect(narrowedBy({ 'wanted.gte': '2026-11-01' }, group)).toEqual(group);
});

test('choices are in the order of the document, and nothing is last', () => {
  const [status] = groupingsOf(COLUMNS);
  if (!status) throw new Error('There is no grouping.');
  expect(orderedGroups([{ key: 'done' }, { key: null }, { key: 'new' }], status).map(({ key }) => key)).toEqual([
    'new',
    'done',
    null,
  ]);
});
