import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ListQuery } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

/** The sums of a list are those of its records, for readers who may read different ones of them. */
const text = readFileSync(new URL('../../fixtures/papers.md', import.meta.url), 'utf8').replace(
  '| create | | yes |',
  '| read pages | any | yes | yes | `kind != "report"` | no | no | no | yes | no |\n| create | | yes |',
);
const KINDS = ['note', 'letter', 'report', null];
const none = { ifMatch: null };

let story: Story;
const actors = new Map<string, Actor>();

beforeAll(async () => {
  story = await startStory(planOfDocument(text));
  const { engine } = story;
  const users = await engine.pool.query<{ id: string; name: string }>(
    `insert into product."user" (name, email, roles)
     select name, name || '@example.com', array[name] from unnest($1::text[]) name returning id, name`,
    [['keeper', 'editor', 'clerk', 'reader']],
  );
  for (const { id, name } of users.rows) actors.set(name, { userId: id, roles: [name] });
  for (const kind of KINDS)
    for (const pages of [2, 3, 7]) {
      const holder = actor(pages === 3 ? 'reader' : 'keeper').userId;
      const { record } = await engine.create(actor('keeper'), 'Paper', { name: `${kind}`, kind, pages, holder }, none);
      if (pages > 2) await engine.fire(actor('keeper'), 'Paper', record.id, 'send', {}, none);
    }
});
afterAll(() => story?.end());

function actor(name: string): Actor {
  const found = actors.get(name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

/** Judged by a test of its own. */
const SOME_AVERAGE: unknown = expect.stringMatching(/^\d+(\.\d+)?$/);

function summaryOf(items: readonly Readonly<Record<string, unknown>>[]) {
  const pages = items.flatMap((item) => (typeof item.pages === 'number' ? [item.pages] : []));
  const sum = pages.reduce((total, each) => total + each, 0);
  return {
    count: items.length,
    values: {
      pages: {
        filled: pages.length,
        sum,
        average: pages.length === 0 ? null : SOME_AVERAGE,
        minimum: pages.length === 0 ? null : Math.min(...pages),
        maximum: pages.length === 0 ? null : Math.max(...pages),
      },
    },
  };
}

const summarize = (name: string, query: Partial<ListQuery>, of: string | null, by: string | null) =>
  story.engine.summarize(actor(name), 'Paper', { ...WHOLE_LIST, ...query }, { of, by });

describe.each(['keeper', 'editor', 'clerk', 'reader'])('for a %s', (name) => {
  test.each<[string, Partial<ListQuery>]>([
    ['all', {}],
    ['a filter', { filters: [{ key: 'status', value: 'sent' }] }],
    ['a search', { search: 'note' }],
  ])('the sums and groups of %s are those of its records', async (_what, query) => {
    const { items } = await story.engine.list(actor(name), 'Paper', { ...WHOLE_LIST, ...query, limit: 100 });
    const groups = Map.groupBy(items, ({ kind }) => kind as string | null);
    const summary = await summarize(name, query, 'pages', 'kind');
    expect(summary).toEqual({
      ...summaryOf(items),
      groups: [...groups.keys()]
        .toSorted((one, other) => (one ?? 'zz').localeCompare(other ?? 'zz'))
        .map((key) => ({ key, label: null, ...summaryOf(groups.get(key) ?? []) })),
      further: 0,
    });
  });
});

test('an average is exact, and a group of a reference has its title', async () => {
  const { values, groups } = await summarize('keeper', {}, 'pages', 'holder');
  expect(values.pages).toMatchObject({ sum: 48, average: '4' });
  expect(groups?.map(({ label, count }) => [label, count])).toEqual([
    ['keeper', 8],
    ['reader', 4],
  ]);
});

test.each<[string, Partial<ListQuery>, string | null, string | null, string]>([
  ['a sum of what is no number', {}, 'name', null, 'name'],
  ['a sum of an unknown field', {}, 'page', null, 'page'],
  ['groups of numbers', {}, null, 'pages', 'pages'],
  ['the month of what is no date', {}, null, 'month(kind)', 'kind'],
  ['an unknown filter', { filters: [{ key: 'colour', value: 'red' }] }, null, null, 'colour'],
])('%s is INVALID', async (_what, query, of, by, field) => {
  expect(await refusalOf(summarize('keeper', query, of, by))).toMatchObject({ code: 'INVALID', errors: [{ field }] });
});
