import { describe, expect, test } from 'vitest';
import { type NamedParts, pairDocuments, renamesBack } from './pair-documents.ts';
import type { Rename } from './renames.ts';

/** A document of one entity `Thing` with these fields, and one workflow with these states; or of these entities. */
function parts(names: string, renames: readonly Rename[] = [], kind: 'field' | 'state' | 'entity' = 'field') {
  const named = names.split(' ').map((name) => ({ name }));
  return {
    entities: kind === 'entity' ? named : [{ name: 'Thing', fields: kind === 'field' ? named : [] }],
    states: kind === 'state' ? [{ entity: 'Thing', field: 'status', states: named, events: [] }] : [],
    roles: [],
    screens: [],
    calls: [],
    constants: [],
    renames,
  } as unknown as NamedParts;
}

const renamesOf = (kind: 'field' | 'state' | 'entity', text: string) =>
  text === ''
    ? []
    : text.split(', ').map((each): Rename => {
        const [name = '', was = ''] = each.split(' was ');
        return kind === 'entity' ? { kind, name, was } : { kind, entity: 'Thing', name, was };
      });
const said = (renames: readonly Rename[]) => renames.map(({ name, was }) => `${name} was ${was}`).join(', ');

describe('which renames the former document does not have yet', () => {
  test.each<
    [what: string, kind: 'field' | 'state' | 'entity', former: string, now: string, stated: string, pending: string]
  >([
    ['one', 'field', 'a', 'b', 'b was a', 'b was a'],
    ['one that is done', 'field', 'b', 'b', 'b was a', ''],
    ['what was never there', 'field', 'c', 'b c', 'b was a', ''],
    ['several former names, one after the other', 'field', 'a', 'c', 'c was b, c was a', 'c was a'],
    ['of two that are stored a field has the first', 'field', 'a b', 'c', 'c was b, c was a', 'c was b'],
    ['beside another field of that name, no rename', 'field', 'a b', 'b', 'b was a', ''],
    ['a former name that is given to something new', 'field', 'a', 'b a', 'b was a', 'b was a'],
    ['the same, once done', 'field', 'a b', 'b a', 'b was a', ''],
    ['names that move on', 'field', 'b c', 'a b', 'a was b, b was c', 'a was b, b was c'],
    ['the same, once done', 'field', 'a b', 'a b', 'a was b, b was c', ''],
    ['a swap', 'field', 'a b', 'a b', 'a was b, b was a', 'a was b, b was a'],
    ['a circle of three', 'entity', 'A B C', 'A B C', 'A was B, B was C, C was A', 'A was B, B was C, C was A'],
    ['states that become one', 'state', 'a b', 'c', 'c was a, c was b', 'c was a, c was b'],
    ['a state that takes another in', 'state', 'a b', 'b', 'b was a', 'b was a'],
    ['two states that are swapped', 'state', 'a b', 'a b', 'a was b, b was a', 'a was b, b was a'],
    ['a former state that is given to something new', 'state', 'a b', 'a b', 'b was a', ''],
  ])('%s', (_what, kind, former, now, stated, pending) => {
    const next = parts(now, renamesOf(kind, stated), kind);
    expect(said(pairDocuments(parts(former, [], kind), next).renames)).toBe(pending);
  });

  test('a swap is done once', () => {
    const renames = renamesOf('field', 'a was b, b was a');
    const [former, now] = [parts('a b'), parts('a b', renames)];
    expect(pairDocuments(former, now).names.field('Thing', 'a')).toBe('b');
    expect(pairDocuments(now, now).renames).toEqual([]);
    expect(pairDocuments(former, now, renames).renames).toEqual([]);
  });
});

test.each([
  ['a b', 'c b', 'c was a', 'a was c'],
  ['a b', 'a b', 'a was b, b was a', 'b was a, a was b'],
  ['a b', 'c', 'c was a, c was b', ''],
  ['a', 'c', 'c was b, c was a', 'a was c'],
  ['a b', 'b', 'b was a', ''],
  ['b c', 'a b', 'a was b, b was c', 'b was a, c was b'],
])('from %s to %s and back', (former, now, stated, back) => {
  const next = parts(now, renamesOf('state', stated), 'state');
  expect(said(renamesBack(next, parts(former, [], 'state')))).toBe(back);
});
