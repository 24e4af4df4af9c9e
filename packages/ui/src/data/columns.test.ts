import type { ColumnView } from '@nonet/client';
import { expect, test } from 'vitest';
import { furtherColumns, valueAt } from './columns.ts';

const column = (kind: string, place: number) =>
  ({ path: [`f${place}`], label: `f${place}`, field: { kind } }) as unknown as ColumnView;

test.each([
  ['few columns are all shown', ['number', 'text', 'money', 'state', 'date'], []],
  ['the first three of many are', ['number', 'text', 'money', 'date', 'text', 'text'], [4, 5]],
  ['a state is none of the three', ['number', 'text', 'state', 'money', 'date', 'text'], [5]],
  ['what is short comes before what is long', ['number', 'long text', 'text', 'file', 'money', 'date'], [1, 3]],
  ['what is long is shown where nothing else is', ['number', 'long text', 'state'], []],
] as const)('on a card, %s', (_, kinds, left) => {
  const columns = kinds.map(column);
  expect([...furtherColumns(columns)].map((each) => columns.indexOf(each))).toEqual(left);
});

test.each([
  ['a value behind a reference', { owner: { name: 'Ann' } }, 'owner.name', 'Ann'],
  ['nothing where it refers to none', { owner: null }, 'owner.name', null],
  ['what may not be read', {}, 'owner.name', undefined],
  [
    'each value behind a list once',
    { tags: [{ hue: 'red' }, { hue: 'blue' }, { hue: 'red' }] },
    'tags.hue',
    ['red', 'blue'],
  ],
  ['those that are there', { tags: [{ hue: null }, { hue: 'blue' }] }, 'tags.hue', ['blue']],
  ['nothing behind an empty list', { tags: [] }, 'tags.hue', null],
  ['what may not be read behind a list', { tags: [{ id: '1' }] }, 'tags.hue', undefined],
  ['lists behind a list as one', { tags: [{ by: ['a', 'b'] }, { by: ['b'] }] }, 'tags.by', ['a', 'b']],
] as const)('a path gives %s', (_, record, path, value) => {
  expect(valueAt(record, path.split('.'))).toEqual(value);
});
