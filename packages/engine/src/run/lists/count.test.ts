import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { createEngine } from '../../create-engine.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

/** A count is as many records as its list has, also where a filter decides what the cells of point 6 say of them. */
const text = readFileSync(new URL('../../fixtures/papers.md', import.meta.url), 'utf8');
const KINDS = ['note', 'letter', 'report', null];
const STATES = ['draft', 'sent', 'filed'];
const EVENTS = ['send', 'file'];
const PAGES = [2, 3, 7];
// The last two ask by like statements with other values, and the totals of neither are the other's.
const READERS = ['keeper', 'editor', 'clerk', 'reader', 'nobody', 'note_reader', 'letter_reader'];
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
    [READERS],
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

describe.each(READERS)('for a %s', (name) => {
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
  expect(counts).toEqual([12, 6, 9, 9, 4, 3, 3]);
});

describe('a kept total is that of what is committed', () => {
  const total = async (of = story.engine) =>
    (await of.list(actor('keeper'), 'Paper', { ...WHOLE_LIST, count: true, limit: 1 })).count;
  const more = `insert into product.paper (name, pages, holder, status) select 'more', 1, id, 'draft' from product."user" limit 1`;

  test('of a transaction that was in progress when it was counted', async () => {
    const before = (await total()) ?? 0;
    const writer = await story.engine.pool.connect();
    try {
      await writer.query(`begin; ${more}`);
      expect(await total()).toBe(before);
      expect(await total()).toBe(before);
      await writer.query('commit');
      expect(await total()).toBe(before + 1);
      await writer.query(`begin; ${more}`);
      await writer.query('rollback');
      expect(await total()).toBe(before + 1);
    } finally {
      writer.release();
    }
  });

  test('of another process, at once', async () => {
    const { engine } = story;
    const other = await createEngine({ plan: engine.index.plan, databaseUrl: story.url, clock: engine.clock });
    try {
      const before = (await total()) ?? 0;
      const paper = { name: 'one', pages: 1, holder: actor('keeper').userId };
      for (let more = 1; more <= 6; more++) {
        await (more % 2 === 0 ? engine : other).create(actor('keeper'), 'Paper', paper, none);
        expect([await total(), await total(other)]).toEqual([before + more, before + more]);
      }
    } finally {
      await other.close();
    }
  });

  test('and it is not counted again without a change that is told of', async () => {
    const writer = await story.engine.pool.connect();
    try {
      const before = (await total()) ?? 0;
      await writer.query(`begin; set local session_replication_role = replica; ${more}; commit`);
      expect(await total()).toBe(before);
      await writer.query(more);
      expect(await total()).toBe(before + 2);
    } finally {
      writer.release();
    }
  });
});
