import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ListQuery } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

let story: Story;
let keeper: Actor;
let reader: Actor;

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../../fixtures/tags.md', import.meta.url), 'utf8')));
  [keeper, reader] = (await Promise.all(['kim', 'ria'].map((name) => story.actor(`${name}@example.com`)))) as [
    Actor,
    Actor,
  ];
});
afterAll(() => story.end());

const list = (actor: Actor, query: Partial<ListQuery>) =>
  story.engine.list(actor, 'Book', { ...WHOLE_LIST, order: 'title', count: true, ...query });
const titles = async (actor: Actor, query: Partial<ListQuery>) => {
  const page = await list(actor, query);
  expect(page.count).toBe(page.items.length);
  return page.items.map(({ title }) => title);
};
const where = (filters: Record<string, string>): Partial<ListQuery> => ({
  filters: Object.entries(filters).map(([key, value]) => ({ key, value })),
});

describe('a filter behind a list holds for one of its records that the reader may read', () => {
  test.each<[string, Record<string, string>, string[], string[]]>([
    ['a choice', { 'tags.colour': 'red' }, ['Casino', 'Emma', 'Lighthouse'], ['Emma', 'Lighthouse']],
    ['one of several', { 'tags.colour.in': 'blue' }, ['Casino', 'Lighthouse'], ['Casino', 'Lighthouse']],
    ['two bounds for one and the same', { 'tags.weight.gte': '2', 'tags.weight.lte': '8' }, ['Casino'], []],
    [
      'two fields, each for itself',
      { 'tags.colour': 'red', 'tags.weight.lte': '1' },
      ['Casino', 'Lighthouse'],
      ['Lighthouse'],
    ],
    ['a part of a text', { 'tags.name.contains': 'PY' }, ['Casino'], []],
    ['behind a reference of these', { 'tags.maker.name': 'Zenith' }, ['Emma', 'Lighthouse'], ['Emma', 'Lighthouse']],
    ['another value', { 'tags.colour.ne': 'red' }, ['Casino', 'Lighthouse'], ['Casino', 'Lighthouse']],
  ])('%s', async (_what, filters, all, open) => {
    expect(await titles(keeper, where(filters))).toEqual(all);
    expect(await titles(reader, where(filters))).toEqual(open);
  });

  test('by what a reader can never read it is unknown, and there is no order by several values', async () => {
    expect(await refusalOf(list(reader, where({ 'tags.note': 'rose' })))).toMatchObject({ code: 'INVALID' });
    expect(await refusalOf(list(keeper, { order: 'tags.name' }))).toMatchObject({ code: 'INVALID' });
  });
});

test('a search finds what one of the records behind a list holds, as its reader may read it', async () => {
  const sought = async (actor: Actor, search: string) => titles(actor, { screen: 'books', search });
  expect(await sought(keeper, 'sea')).toEqual(['Casino', 'Lighthouse']);
  expect(await sought(keeper, 'code')).toEqual(['Casino']);
  expect(await sought(keeper, 'light rose')).toEqual(['Lighthouse']);
  expect(await sought(reader, 'spy')).toEqual([]);
  expect(await sought(reader, 'rose')).toEqual([]);
});

test('the fields behind a list are answered for each record that the reader may read', async () => {
  const shown = async (actor: Actor) =>
    (await list(actor, { ...where({ title: 'Casino' }), fields: 'tags.colour,tags.maker.name' })).items;
  expect(await shown(keeper)).toMatchObject([
    {
      tags: [
        { colour: 'red', maker: { name: 'Acme' } },
        { colour: 'blue', maker: { name: 'Acme' } },
      ],
    },
  ]);
  expect(await shown(reader)).toMatchObject([{ tags: [{ colour: 'blue', maker: { name: 'Acme' } }] }]);
});

test('a condition orders by what its reader may read, page after page', async () => {
  const paged = async (actor: Actor) => {
    const found: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page = await story.engine.list(actor, 'Book', { ...WHOLE_LIST, screen: 'red_first', limit: 1, cursor });
      found.push(...page.items.map(({ title }) => title));
      cursor = page.next;
    } while (cursor !== null);
    return found;
  };
  expect(await paged(keeper)).toEqual(['Casino', 'Emma', 'Lighthouse', 'Plain']);
  // They may not read the tag that makes it red.
  expect(await paged(reader)).toEqual(['Emma', 'Lighthouse', 'Casino', 'Plain']);
  expect(await titles(reader, { screen: 'red_first', order: '-title' })).toEqual([
    'Plain',
    'Lighthouse',
    'Emma',
    'Casino',
  ]);
});
