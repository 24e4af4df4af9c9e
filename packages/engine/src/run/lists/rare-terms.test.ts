import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, ListQuery } from '../../engine.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

const clerk: Actor = { userId: '00000000-0000-7000-8000-000000000001', roles: ['clerk'] };
const visitor: Actor = { userId: null, roles: [] };
const rare = [
  ['ÉTUDE No. 1', 'Zoë', 'x', false],
  ['Straße', 'Ann', '50% off', false],
  ['ΟΔΟΣ', 'Ann', 'a_b', false],
  ['Zebra', 'Ann', null, true],
  ['INV-1234567', 'Ann', 'x', false],
  ['XNV-1234567', 'Ann', 'x', false],
  ['Røde Hunde – et smørrebrød', 'Bob', null, false],
] as const;
/** With books of several subjects, whose names are searched, too. */
const WITH_SUBJECTS = LIBRARY.replace(
  '| search | title, author.name |',
  '| search | title, author.name, subjects.name |',
)
  .replace(
    '### Book\n',
    '### Subject\n\n| field | type | rules |\n| --- | --- | --- |\n| name | text | |\n\n### Book\n',
  )
  .replace('| remark |', '| subjects | many Subject | |\n| remark |')
  .replace('#### Author\n', '#### Author, Subject\n');
let story: Story;

/** Enough books that a scan of all costs more than an index; all but the last ones are equal. */
beforeAll(async () => {
  story = await startStory(planOfDocument(WITH_SUBJECTS));
  const { pool } = story.engine;
  await pool.query(`insert into product."user" (id, email, name, roles) values ($1, 'c@x.example', 'C', '{clerk}')`, [
    clerk.userId,
  ]);
  await pool.query(`insert into product.author (name) values ('Ann'), ('Zoë'), ('Bob')`);
  await pool.query(
    `insert into product.book (title, author, locked) select 'Common book ' || n, a.id, false
     from generate_series(1, 20000) n, product.author a where a.name = 'Bob'`,
  );
  for (const [title, author, place, locked] of rare)
    await pool.query(
      `insert into product.book (title, author, place, remark, locked) select $1, a.id, $3, 'noted', $4 from product.author a where a.name = $2`,
      [title, author, place, locked],
    );
  await pool.query(`insert into product.subject (name) select 'Common subject ' || n from generate_series(1, 500) n`);
  await pool.query(`insert into product.subject (name) values ('Botany'), ('Music')`);
  await pool.query(
    `update product.book set subjects = array(select id from product.subject where name in ('Music', 'Common subject 7') order by name)
     where title in ('Zebra', 'ΟΔΟΣ')`,
  );
  await pool.query('vacuum analyze product.book, product.author, product.subject');
}, 60_000);
afterAll(() => story.end());

const titles = async (query: Partial<ListQuery>, actor = clerk) => {
  const page = await story.engine.list(actor, 'Book', {
    ...WHOLE_LIST,
    screen: 'books',
    limit: 10,
    count: true,
    ...query,
  });
  return { count: page.count, titles: page.items.map(({ title }) => String(title)) };
};
const filter = (key: string, value: string) => ({ filters: [{ key, value }] });

describe('a rare word is found by an index', () => {
  test.each<[string, Partial<ListQuery>, string[]]>([
    ['nothing', { search: 'unheard' }, []],
    ['a title, whatever its case', { search: 'étude' }, ['ÉTUDE No. 1']],
    ['a title without its accents', { search: 'etude' }, ['ÉTUDE No. 1']],
    ['a letter that is two in capitals', { search: 'STRASSE' }, ['Straße']],
    ['an end that is written otherwise there', { search: 'οδός' }, ['ΟΔΟΣ']],
    ['words in any order, parts of them', { search: 'smorre hund' }, ['Røde Hunde – et smørrebrød']],
    ['a phrase as it stands', { search: '"hunde - et"' }, ['Røde Hunde – et smørrebrød']],
    ['a phrase that is nowhere', { search: '"et hunde"' }, []],
    ['a phrase and a word of another field', { search: '"no. 1" zoe' }, ['ÉTUDE No. 1']],
    ['a filter without accents', filter('title.contains', 'rode HUNDE'), ['Røde Hunde – et smørrebrød']],
    ['the name of what it refers to', { search: 'zoë' }, ['ÉTUDE No. 1']],
    ['the name of one of several', { search: 'music' }, ['Zebra', 'ΟΔΟΣ']],
    ['one of several, and its own title', { search: 'zebra music' }, ['Zebra']],
    ['one of several that nothing has', { search: 'botany' }, []],
    ['a filter by one of several', filter('subjects.name.contains', 'mus'), ['Zebra', 'ΟΔΟΣ']],
    ['two words, of which one is everywhere', { search: 'n zebra' }, ['Zebra']],
    ['a number, by part of it', { search: 'v-123456' }, ['INV-1234567', 'XNV-1234567']],
    ['a number behind what others have before it, too', { search: 'inv-1234567' }, ['INV-1234567']],
    ['a field that is indexed', filter('place.contains', '0% O'), ['Straße']],
    ['its beginning', filter('place.starts', 'A_'), ['ΟΔΟΣ']],
    ['a sign that stands for nothing else', filter('place.contains', 'a%b'), []],
    ['a field that is not indexed', filter('remark.contains', 'NÖTED'), rare.map(([title]) => title)],
  ])('%s', async (_what, query, expected) => {
    const found = await titles(query);
    expect({ ...found, titles: found.titles.sort() }).toEqual({ count: expected.length, titles: expected.sort() });
  });

  test('a frequent word is found in the order of the list', async () => {
    const found = await titles({ search: 'book' });
    expect(found.count).toBe(20_000);
    expect(found.titles.slice(0, 2)).toEqual(['Common book 1', 'Common book 10']);
  });

  test('nobody finds records that they may not read', async () => {
    expect(await titles({ search: 'zebra' }, visitor)).toEqual({ count: 0, titles: [] });
  });

  test.each<[string, Partial<ListQuery>]>([
    ['a search', { search: 'unheard' }],
    ['a filter', filter('place.contains', 'unheard')],
    ['a filter by one of several', filter('subjects.name.contains', 'botany')],
  ])('no table is read as a whole for %s', async (_what, query) => {
    const plans = await plansOf(() => titles(query));
    expect(plans.join('\n')).toContain('Bitmap Index Scan');
    expect(plans.join('\n')).not.toContain('Seq Scan on book');
  });
});

test('the order of an index is also read from its end', async () => {
  const found = await titles({ order: '-title', count: false });
  expect(found.titles.slice(0, 2)).toEqual(['ΟΔΟΣ', 'Zebra']);
  const plans = await plansOf(() => titles({ order: '-title', count: false }));
  expect(plans.join('\n')).toContain('Index Scan Backward');
});

/** PostgreSQL's plans for the engine's statements during the work. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = story.engine;
  const asked: { readonly text: string; readonly values: unknown[] }[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((statement: { readonly text: string; readonly values: unknown[] }) => {
    asked.push(statement);
    return query(statement);
  }) as unknown as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  const plans = asked.map(async ({ text, values }) => {
    const { rows } = await query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  return Promise.all(plans);
}
