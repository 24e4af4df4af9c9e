import { foldText } from '@nonet/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ListQuery } from '../../engine.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

const clerk: Actor = { userId: '00000000-0000-7000-8000-000000000001', roles: ['clerk'] };
const visitor: Actor = { userId: null, roles: [] };
/** Books that others refer to, so that people look for them; in the order of their place. */
const DOCUMENT = LIBRARY.replace('| order | title |', '| order | place desc |')
  .replace(
    '### Book\n',
    '### Loan\n\n| field | type | rules |\n| --- | --- | --- |\n| book | Book | |\n| note | text | optional |\n\n### Book\n',
  )
  .replace('#### Author\n', '#### Author, Loan\n')
  .replace(
    '| visitor |\n| --- | --- | --- |\n| read | yes | `not locked` |',
    '| visitor |\n| --- | --- | --- |\n| read | yes | `not locked` |\n| read title | yes | `place != "hidden"` |',
  );
/** The number of books in a table that is searched by its indexes. */
const MANY = 16_000;
const rare = [
  ['Ann', 'c'],
  ['ann', 'd'],
  ['Änne', 'd'],
  ['Annual report', 'hidden'],
  ['Joanna', 'z'],
  ['Zebra', 'a'],
  ['The zebra', 'b'],
  ['Zebra crossing', 'b'],
  ['100% zebra', null],
] as const;

/** Few books, or many: half of them begin with one word, and half end with it. */
async function start(many: boolean): Promise<Story> {
  const story = await startStory(planOfDocument(DOCUMENT));
  const { pool } = story.engine;
  await pool.query(`insert into product."user" (id, email, name, roles) values ($1, 'c@x.example', 'C', '{clerk}')`, [
    clerk.userId,
  ]);
  for (const [place, [title, shelf]] of rare.entries())
    await pool.query('insert into product.book (title, place, locked) values ($1, $2, $3)', [
      title,
      shelf,
      place % 4 === 3,
    ]);
  await pool.query(
    `insert into product.book (title, place, locked)
     select case when n % 2 = 0 then 'Common book ' || n else n || ' is common' end, 'p' || n % 7, n % 5 = 0 from generate_series(1, ${many ? MANY : 40}) n`,
  );
  await pool.query(
    `insert into product.book (title, place, locked) values ('COMMON', 'p3', false), ('Common', null, false)`,
  );
  await pool.query('vacuum analyze product.book');
  return story;
}

/** The pages of a search, by title and place. */
async function pagesOf(story: Story, actor: Actor, search: string, limit: number, most: number): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < most; page++) {
    const query: ListQuery = { ...WHOLE_LIST, search, limit, cursor, for: 'Loan.book', fields: 'id' };
    const answer = await story.engine.list(actor, 'Book', query);
    found.push(...answer.items.map(({ id }) => id));
    cursor = answer.next;
    if (cursor === null) break;
  }
  return found;
}

/** The same, from the records themselves. */
async function expected(story: Story, actor: Actor, search: string): Promise<string[]> {
  const { rows } = await story.engine.pool.query<{ id: string; title: string; place: string | null; locked: boolean }>(
    'select id, title, place, locked from product.book order by place desc nulls last, id',
  );
  const text = foldText(search);
  const titleOf = (row: (typeof rows)[number]) =>
    foldText(actor === visitor && row.place === 'hidden' ? '' : row.title);
  const rank = (row: (typeof rows)[number]) =>
    titleOf(row) === text ? 0 : titleOf(row).startsWith(text) ? 1 : titleOf(row).includes(text) ? 2 : null;
  const readable = rows.filter((row) => rank(row) !== null && (actor === clerk || !row.locked));
  return readable.toSorted((one, other) => (rank(one) ?? 0) - (rank(other) ?? 0)).map(({ id }) => id);
}

describe.each([
  ['few records', false],
  ['many records', true],
])('what is called so comes first, then what begins so: %s', (_what, many) => {
  let story: Story;
  beforeAll(async () => {
    story = await start(many);
  }, 120_000);
  afterAll(() => story.end());

  test.each<[string, Actor, string]>([
    ['a rare one', clerk, 'zebra'],
    ['without accents', clerk, 'ANN'],
    ['what a reader may not read ranks nothing', visitor, 'ann'],
    ['a sign', clerk, '100%'],
    ['what most of them have', clerk, 'common'],
    ['and one who may not read all of them', visitor, 'common'],
    ['what most of them begin with', clerk, 'common book'],
    ['what is nowhere', clerk, 'unheard'],
  ])('%s', async (_case, actor, search) => {
    const all = await expected(story, actor, search);
    expect(await pagesOf(story, actor, search, 3, 4)).toEqual(all.slice(0, 12));
    expect(await pagesOf(story, actor, search, 100, 3)).toEqual(all.slice(0, 300));
  });

  test('and so on to the last page', async () => {
    const all = await expected(story, visitor, 'zebra');
    expect(await pagesOf(story, visitor, 'zebra', 1, 99)).toEqual(all);
    const some = await expected(story, clerk, 'common');
    expect(await pagesOf(story, clerk, 'common', 7, 7)).toEqual(some.slice(0, 49));
  });

  test('a stated order stays', async () => {
    const query: ListQuery = { ...WHOLE_LIST, search: 'zebra', order: '-title', limit: 10 };
    const page = await story.engine.list(clerk, 'Book', query);
    expect(page.items.map(({ title }) => title)).toEqual(['Zebra crossing', 'Zebra', 'The zebra', '100% zebra']);
  });
});
