import type { ColumnView } from '@nonet/client';
import { expect, test } from 'vitest';
import { groupFilters, groupingsOf, orderedGroups } from './groups.ts';

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

test('choices are in the order of the document, and nothing is last', () => {
  const [status] = groupingsOf(COLUMNS);
  if (!status) throw new Error('There is no grouping.');
  expect(orderedGroups([{ key: 'done' }, { key: null }, { key: 'new' }], status).map(({ key }) => key)).toEqual([
    'new',
    'done',
    null,
  ]);
});
