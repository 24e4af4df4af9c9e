import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_LIMITS } from '../../engine-limits.ts';
import type { Actor, ListQuery, RecordExport } from '../../engine.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

const EXPORTED = LIBRARY.replace(
  '| read | yes | `not locked` |\n',
  (row) => `${row}| export | yes | \`place != "cellar"\` |\n`,
);
const clerk: Actor = { userId: '00000000-0000-7000-8000-000000000001', roles: ['clerk'] };
const visitor: Actor = { userId: null, roles: [] };
/** More than are read at once. */
const BOOKS = 2_500;
let story: Story;

beforeAll(async () => {
  story = await startStory(planOfDocument(EXPORTED));
  const { pool } = story.engine;
  await pool.query(`insert into product."user" (id, email, name, roles) values ($1, 'c@x.example', 'C', '{clerk}')`, [
    clerk.userId,
  ]);
  await pool.query(`insert into product.author (name) values ('Ann'), ('Bob'), ('Zoë')`);
  await pool.query(
    `insert into product.book (title, author, remark, place, locked)
     select 'Book ' || n * 7919 % 1000, a.id, nullif(n % 5, 0)::text, (array['shelf', 'cellar', null])[1 + n % 3], n % 11 = 0
     from generate_series(1, ${BOOKS}) n join product.author a on a.name = (array['Ann', 'Bob', 'Zoë'])[1 + n % 3]`,
  );
  await pool.query('analyze');
});
afterAll(() => story.end());

const opened = (query: Partial<ListQuery>, actor: Actor) =>
  story.engine.export(actor, 'Book', { ...WHOLE_LIST, fields: 'title,author.name', ...query });

async function restOf(exported: RecordExport): Promise<string[]> {
  const ids: string[] = [];
  for (let records = await exported.next(); records !== null; records = await exported.next())
    ids.push(...records.map(({ id }) => id));
  return ids;
}

async function pagesOf(query: Partial<ListQuery>, actor: Actor): Promise<string[]> {
  const ids: string[] = [];
  let cursor = query.cursor ?? null;
  do {
    const page = await story.engine.list(actor, 'Book', {
      ...WHOLE_LIST,
      fields: 'title',
      purpose: 'export',
      limit: 100,
      ...query,
      cursor,
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  return ids;
}

describe('an export has the records of all pages of its list, in their order', () => {
  test.each<[string, Partial<ListQuery>]>([
    ['in the order of the entity', {}],
    ["by a reference's field", { order: '-author.name,title' }],
    ['by a field that may be empty', { order: 'remark' }],
    ['with a filter', { filters: [{ key: 'place.contains', value: 'hel' }] }],
    ['with a search', { screen: 'books', search: 'zo' }],
    ['with a search that finds nothing', { search: 'unheard' }],
  ])('%s', async (_what, query) => {
    for (const actor of [clerk, visitor])
      expect(await restOf(await opened(query, actor))).toEqual(await pagesOf(query, actor));
  });

  test.each(['title', '-title', '-remark', 'remark'])('by %s, equal values in the order of the id', async (order) => {
    const column = order.replace('-', '');
    const { rows } = await story.engine.pool.query<{ id: string }>(
      `select id from product.book order by ${column} ${order === column ? 'asc' : 'desc'} nulls last, id`,
    );
    expect(await pagesOf({ order }, clerk)).toEqual(rows.map(({ id }) => id));
  });

  test('from a cursor on', async () => {
    const { next } = await story.engine.list(clerk, 'Book', { ...WHOLE_LIST, limit: 7 });
    expect(await restOf(await opened({ cursor: next }, clerk))).toEqual((await pagesOf({}, clerk)).slice(7));
  });
});

test('an export shows one moment, whatever is written meanwhile', async () => {
  const before = await pagesOf({ order: '-title' }, clerk);
  const exported = await opened({ order: '-title' }, clerk);
  const first = await exported.next();
  await story.engine.pool.query(`update product.book set title = 'Renamed' where title like 'Book 1%'`);
  await story.engine.pool.query(`delete from product.book where title = 'Book 7'`);
  const all = [...(first ?? []).map(({ id }) => id), ...(await restOf(exported))];
  expect(all).toEqual(before);
});

test('exports that are ended early, or refused, leave their connections to others', async () => {
  for (let turn = 0; turn < 2 * ENGINE_LIMITS.exportConnections; turn += 1) {
    const exported = await opened({}, clerk);
    await exported.next();
    exported.end();
    expect((await refusalOf(opened({ order: 'nowhere' }, clerk))).code).toBe('INVALID');
  }
  expect(await restOf(await opened({}, visitor))).toEqual(await pagesOf({}, visitor));
});

test('an export waits while as many as there may be are read', async () => {
  const others = await Promise.all(Array.from({ length: ENGINE_LIMITS.exportConnections }, () => opened({}, clerk)));
  const waiting = opened({}, clerk);
  const isOpen = () => Promise.race([waiting.then(() => true), story.engine.pool.query('select').then(() => false)]);
  expect(await isOpen()).toBe(false);
  for (const other of others) other.end();
  (await waiting).end();
});
