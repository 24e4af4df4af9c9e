import type { FieldView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { groupFields, groupsOf, neededOnCreate } from './field-groups.ts';

const field = (name: string, group: string | null, defaultIsComputed = false) =>
  ({ name, group, required: true, defaultIsComputed, default: null }) as FieldView;

test('fields are grouped, in the order of the first field of each group', () => {
  const groups = groupFields([field('a', 'One'), field('b', null), field('c', 'One')]);
  expect(groups.map(({ label, fields }) => [label, fields.map(({ name }) => name)])).toEqual([
    ['One', ['a', 'c']],
    [null, ['b']],
  ]);
});

test('3: a form for a new record does not require fields whose default the product computes', () => {
  const [group] = neededOnCreate([{ label: null, fields: [field('purpose', null), field('due', null, true)] }]);
  expect(group?.fields.map(({ name, required }) => [name, required])).toEqual([
    ['purpose', true],
    ['due', false],
  ]);
});

describe('a dialog has the groups', () => {
  const fields = [field('a', null), field('b', null), field('c', 'Own')];
  const screen = (kind: 'form' | 'record' | 'list', entity: string, ...groups: [string | null, ...string[]][]) => ({
    kind,
    entity,
    groups: groups.map(([label, ...names]) => ({ label, columns: names.map((name) => ({ path: [name] })) })),
  });
  test.each([
    [
      'of the form',
      [screen('record', 'E', ['R', 'a', 'b']), screen('form', 'E', ['F', 'b'])],
      ['F: b', 'null: a', 'Own: c'],
    ],
    [
      'of the record, where no form has any',
      [screen('form', 'E', [null, 'a']), screen('record', 'E', ['R', 'b', 'a', 'gone'])],
      ['R: b a', 'Own: c'],
    ],
    [
      'of the fields, where no screen has any',
      [screen('list', 'E', ['L', 'a']), screen('form', 'X', ['F', 'a'])],
      ['null: a b', 'Own: c'],
    ],
  ])('%s', (_, screens, groups) => {
    const found = groupsOf('E', screens as unknown as Parameters<typeof groupsOf>[1], fields);
    expect(found.map(({ label, fields: of }) => `${label}: ${of.map(({ name }) => name).join(' ')}`)).toEqual(groups);
  });
});
