import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

const DOCUMENT = LIBRARY.replace(
  '| search | title, author.name |',
  '| search | title |\n| order | author.name |',
).replace(
  '#### Author\n\n| may | clerk | visitor |\n| --- | --- | --- |\n| read | yes | yes |',
  '#### Author\n\n| may | clerk | visitor |\n| --- | --- | --- |\n| read | yes | `name != "Author 03"` |',
);
const clerk: Actor = { userId: '00000000-0000-7000-8000-000000000001', roles: ['clerk'] };
const visitor: Actor = { userId: null, roles: [] };
let story: Story;

/** 12,000 books of 3,000 authors, of whom some share a name; some books have none. */
beforeAll(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
  const { pool } = story.engine;
  await pool.query(`insert into product."user" (id, email, name, roles) values ($1, 'c@x.example', 'C', '{clerk}')`, [
    clerk.userId,
  ]);
  await pool.query(
    `insert into product.author (name) select 'Author ' || lpad((n / 2)::text, 2, '0') from generate_series(1, 3000) n`,
  );
  await pool.query(
    `insert into product.book (title, author, locked)
     select 'Book ' || n, case when n % 40 = 0 then null else a.ids[1 + n * 7 % 3000] end, n % 10 = 0
     from generate_series(1, 12000) n, (select array_agg(id order by id) as ids from product.author) a`,
  );
  await pool.query('vacuum analyze product.book, product.author');
}, 60_000);
afterAll(() => story.end());

/** The pages of records in this order, and PostgreSQL's result without candidates. */
async function pages(actor: Actor, order: string, filters: { key: string; value: string }[], most: number) {
  const found: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < most; page++) {
    const answer = await story.engine.list(actor, 'Book', {
      ...WHOLE_LIST,
      filters,
      order,
      cursor,
      limit: 50,
      count: true,
      fields: 'title',
    });
    found.push(...answer.items.map(({ title }) => String(title)));
    expect(answer.count).toBe(await countOf(actor, filters.length > 0));
    cursor = answer.next;
    if (cursor === null) break;
  }
  return found;
}

const conditions = (actor: Actor, isFiltered: boolean) =>
  `${actor === clerk ? 'true' : 'not b.locked'} and ${isFiltered ? `b.title = 'Book 77'` : 'true'}`;

async function countOf(actor: Actor, isFiltered: boolean): Promise<number> {
  const { rows } = await story.engine.pool.query<{ count: string }>(
    `select count(*) from product.book b where ${conditions(actor, isFiltered)}`,
  );
  return Number(rows[0]?.count);
}

async function expected(actor: Actor, direction: string, isFiltered: boolean, most: number): Promise<string[]> {
  const name = actor === clerk ? 'a.name' : `case when a.name <> 'Author 03' then a.name end`;
  const { rows } = await story.engine.pool.query<{ title: string }>(
    `select b.title from product.book b left join product.author a on a.id = b.author where ${conditions(actor, isFiltered)}
     order by ${name} ${direction} nulls last, b.id limit ${most * 50}`,
  );
  return rows.map(({ title }) => title);
}

describe('a large list in the order of what its records refer to', () => {
  test.each<[string, Actor, 'asc' | 'desc', number]>([
    ['upwards', clerk, 'asc', 6],
    ['downwards', clerk, 'desc', 6],
    ['without what its reader may not read', visitor, 'asc', 6],
  ])('%s, page by page', async (_what, actor, direction, most) => {
    const order = `${direction === 'desc' ? '-' : ''}author.name`;
    expect(await pages(actor, order, [], most)).toEqual(await expected(actor, direction, false, most));
  });

  test('where few records are left, all are found', async () => {
    expect(await pages(clerk, 'author.name', [{ key: 'title', value: 'Book 77' }], 2)).toEqual(['Book 77']);
  });

  test('to its end, with records that refer to nothing', { tags: ['thorough'] }, async () => {
    expect(await pages(visitor, 'author.name', [], 300)).toEqual(await expected(visitor, 'asc', false, 300));
  });
});
