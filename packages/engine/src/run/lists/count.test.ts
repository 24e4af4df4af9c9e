import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

/** A count is as many records as its list has, also where a filter decides what the cells of point 6 say of them. */
const text = readFileSync(new URL('../../fixtures/papers.md', import.meta.url), 'utf8');
const KINDS = ['note', 'letter', 'report', null];
const STATES = ['draft', 'sent', 'filed'];
const EVENTS = ['send', 'file'];
const PAGES = [2, 3, 7];
const none = { ifMatch: null };

let story: Story;
const actors = new Map<string, Actor>();

beforeAll(async () => {
  story = await startStory(planOfDocument(text));
  const { engine } = story;
  const users = await engine.pool.query<{ id: string; name: string }>(
    `insert into product."user" (name, email, roles)
     select name, name || '@example.com', case name when 'nobody' then '{}' else array[name] end
     from unnest($1::text[]) name returning id, name`,
    [['keeper', 'editor', 'clerk', 'reader', 'nobody']],
  );
  for (const { id, name } of users.rows) actors.set(name, { userId: id, roles: name === 'nobody' ? [] : [name] });
  const keeper = actor('keeper');
  const holders = ['keeper', 'reader', 'nobody'].map((name) => actor(name).userId);
  for (const kind of KINDS)
    for (const pages of PAGES)
      for (const [place] of STATES.entries()) {
        const holder = holders[(pages + place) % holders.length];
        const { record } = await engine.create(keeper, 'Paper', { name: `${kind}`, kind, pages, holder }, none);
        for (const event of EVENTS.slice(0, place)) await engine.fire(keeper, 'Paper', record.id, event, {}, none);
      }
});
afterAll(() => story?.end());

function actor(name: string): Actor {
  const found = actors.get(name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

const filter = (key: string, value: string) => ({ key, value });
const FILTERS = [
  [],
  ...STATES.map((state) => [filter('status', state)]),
  ...KINDS.map((kind) => [kind === null ? filter('kind.null', 'true') : filter('kind', kind)]),
  [filter('status', 'sent'), filter('kind', 'note')],
  [filter('status', 'filed'), filter('kind', 'letter')],
  [filter('kind.ne', 'letter')],
  [filter('kind.in', 'letter,report')],
  [filter('status', 'draft'), filter('status', 'sent')],
];

describe.each(['keeper', 'editor', 'clerk', 'reader', 'nobody'])('for a %s', (name) => {
  test.each(FILTERS.map((filters) => [filters.map(({ key, value }) => `${key}=${value}`).join('&'), filters] as const))(
    'the count of ?%s is the number of records',
    async (_query, filters) => {
      const list = { ...WHOLE_LIST, filters, count: true, limit: 100 };
      const { items, count } = await story.engine.list(actor(name), 'Paper', list);
      expect(count).toBe(items.length);
    },
  );
});

test('the filters of these tests leave some and leave out some', async () => {
  const list = { ...WHOLE_LIST, filters: [filter('status', 'sent')], count: true };
  const counts = await Promise.all(
    [...actors.values()].map(async (one) => (await story.engine.list(one, 'Paper', list)).count),
  );
  expect(counts).toEqual([12, 6, 9, 9, 4]);
});
