import type { ColumnView } from '@nonet/client';
import { expect, test } from 'vitest';
import { furtherColumns } from './columns.ts';

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
