import type { PageView } from '@nonet/client';
import { expect, test } from 'vitest';
import type { LiveEvent } from './connection.ts';
import { mirrored, reconciled } from './mirror.ts';

const page = (...names: string[]): PageView => ({
  items: names.map((name) => ({ id: name.charAt(0), _title: name })),
  next: null,
});
const titles = (view: PageView | null) => view?.items.map(({ _title }) => _title);
const upsert = (name: string, after: string | null): LiveEvent => ({
  event: 'upsert',
  data: { item: { id: name.charAt(0), _title: name }, after },
});

test.each<[string, LiveEvent, string[]]>([
  ['a new row above all', upsert('c', null), ['c', 'a', 'b']],
  ['a new row between', upsert('c', 'a'), ['a', 'c', 'b']],
  ['a row as it is now', upsert('b2', 'a'), ['a', 'b2']],
  ['a row that moves', upsert('b', null), ['b', 'a']],
  ['a row that is gone', { event: 'remove', data: { id: 'a' } }, ['b']],
  ['a row that was not there', { event: 'remove', data: { id: 'x' } }, ['a', 'b']],
  ['the whole', { event: 'reset', data: page('x') }, ['x']],
])('the mirror takes in %s', (_what, event, expected) => {
  expect(titles(mirrored(page('a', 'b'), event))).toEqual(expected);
});

test('permitted actions belong to their row, and ids are texts', () => {
  const before: PageView = { items: [{ id: '1', _title: 'a' }], next: null, can: [['go']] };
  const after = mirrored(before, {
    event: 'upsert',
    data: { item: { id: 2 as unknown as string, _title: 'b' }, after: null, can: ['stop'] },
  });
  expect(after?.items.map(({ id }) => id)).toEqual(['2', '1']);
  expect(after?.can).toEqual([['stop'], ['go']]);
});

test.each<[string, PageView, PageView, string[], number]>([
  ['changed rows keep their places, whatever the order is now', page('a', 'b'), page('b2', 'a2'), ['a2', 'b2'], 0],
  ['rows that are gone keep theirs', page('a', 'b'), page('b'), ['a', 'b'], 0],
  ['new rows above wait', page('a', 'b'), page('c', 'a', 'b'), ['a', 'b'], 1],
  ['new rows behind move nothing', page('a', 'b'), page('c', 'a', 'b', 'd'), ['a', 'b', 'd'], 1],
  ['where nothing is shown nothing moves', page(), page('a', 'b'), ['a', 'b'], 0],
  ['where all that is shown is gone, the others wait', page('a'), page('b', 'c'), ['a'], 2],
])('%s', (_rule, shown, now, expected, fresh) => {
  const next = reconciled(shown, now);
  expect(titles(next.page)).toEqual(expected);
  expect(next.fresh).toBe(fresh);
});
