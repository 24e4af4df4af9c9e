import type { FieldView } from '@nonet/client';
import { expect, test } from 'vitest';
import { groupFields, neededOnCreate } from './field-groups.ts';

const field = (name: string, group: string | null, defaultIsComputed = false) =>
  ({ name, group, required: true, defaultIsComputed, default: null }) as FieldView;

test('fields stand by their group, in the order of its first field', () => {
  const groups = groupFields([field('a', 'One'), field('b', null), field('c', 'One')]);
  expect(groups.map(({ label, fields }) => [label, fields.map(({ name }) => name)])).toEqual([
    ['One', ['a', 'c']],
    [null, ['b']],
  ]);
});

test('3: on create nobody is asked for what has a default that the product works out', () => {
  const [group] = neededOnCreate([{ label: null, fields: [field('purpose', null), field('due', null, true)] }]);
  expect(group?.fields.map(({ name, required }) => [name, required])).toEqual([
    ['purpose', true],
    ['due', false],
  ]);
});
