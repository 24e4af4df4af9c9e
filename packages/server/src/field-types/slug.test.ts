import type { HistoryEntryView, PageView, RecordView } from '@nonet/client';
import { createEngine, seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

/** `slug of title` (3). */
const WIKI = `# Specification: Wiki

## 2. Screens and routes

### Pages \`/\`

| part | is |
| --- | --- |
| kind | list of WikiPage |
| for | everyone |
| columns | title, slug |
| filters | slug |
| search | slug |
| order | slug |

### Page \`/pages/{wiki_page.slug}\`

| part | is |
| --- | --- |
| kind | record of WikiPage |
| for | everyone |
| fields | title, slug |

## 3. Entities and their fields

### WikiPage

| setting | is |
| --- | --- |
| history | kept |

| field | type | rules |
| --- | --- | --- |
| title | text | |
| slug | slug of title | |
| first_slug | slug of title | once |
| subtitle | text | optional |
| sub_slug | slug of subtitle | optional |

#### Records

| title |
| --- |
| Welcome |
| Welcome |

## 4. States and transitions

### WikiPage

| event | by | then |
| --- | --- | --- |
| shout | member | \`subtitle = "Loud"; create WikiPage(title: "Echo")\` |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| member | signed in |

### Permissions

#### WikiPage

| may | visitor | member |
| --- | --- | --- |
| read, history | yes | yes |
| create, update, delete | no | yes |
| update subtitle | no | yes |
`;

let wiki: TestServer;
let ann: string;
const create = async (body: object): Promise<RecordView> => {
  const answer = await wiki.ask('POST', '/api/wiki-pages', { cookie: ann, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const change = async (id: string, body: object): Promise<RecordView> =>
  (await wiki.ask('PATCH', `/api/wiki-pages/${id}`, { cookie: ann, body, headers: { 'if-match': '*' } })).json();

beforeAll(async () => {
  wiki = await serve(planFrom('wiki.md', WIKI));
  await seed(wiki.engine, { demo: false });
  ann = await join(wiki, 'ann@example.com');
});
afterAll(() => wiki?.close());

describe('a slug', () => {
  test.each([
    ['How To Train Your Dragon', 'how-to-train-your-dragon'],
    ['  Ça va, 2nd?  ', 'ca-va-2nd'],
    ['Æther & Straße', 'æther-straße'],
    ['日本語 ノート', '日本語-ノート'],
    ['…', 'wiki-page'],
    ['x'.repeat(200), 'x'.repeat(80)],
    [`${'y'.repeat(79)} z`, 'y'.repeat(79)],
  ])('the slug of %j is %j', async (title, slug) => {
    expect((await create({ title })).slug).toBe(slug);
  });

  test('is made unique by a number, the first that is free', async () => {
    const made = [];
    for (let count = 0; count < 3; count += 1) made.push(await create({ title: 'Twin' }));
    expect(made.map(({ slug }) => slug)).toEqual(['twin', 'twin-2', 'twin-3']);
    await wiki.ask('DELETE', `/api/wiki-pages/${made[1]?.id}`, { cookie: ann, headers: { 'if-match': '*' } });
    expect((await create({ title: 'Twin!' })).slug).toBe('twin-2');
    expect((await create({ title: 'Twin peaks' })).slug).toBe('twin-peaks');
  });

  test('follows its text, keeps one that fits, and one that is made once stays', async () => {
    const { id } = await create({ title: 'Old name', subtitle: 'Sub' });
    expect(await change(id, { subtitle: 'Other' })).toMatchObject({ slug: 'old-name', sub_slug: 'other' });
    expect(await change(id, { title: 'New name' })).toMatchObject({ slug: 'new-name', first_slug: 'old-name' });
    expect(await change(id, { title: 'NEW   name' })).toMatchObject({ slug: 'new-name' });
    expect(await change(id, { subtitle: null })).toMatchObject({ sub_slug: null });
    const history = (await wiki.ask('GET', `/api/wiki-pages/${id}/history`, { cookie: ann })).json<
      HistoryEntryView[]
    >();
    expect(history.flatMap(({ changes }) => changes.filter(({ field }) => field === 'slug'))).toMatchObject([
      { from: 'old-name', to: 'new-name' },
      { from: null, to: 'old-name' },
    ]);
  });

  test('many at once each get their own', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => create({ title: 'Rush' })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(6);
  });

  test('are made for effects and stated records, too', async () => {
    const { id } = await create({ title: 'Quiet' });
    const fired = await wiki.ask('POST', `/api/wiki-pages/${id}/shout`, { cookie: ann, body: {} });
    expect(fired.json()).toMatchObject({ sub_slug: 'loud' });
    const found = await wiki.ask('GET', '/api/wiki-pages?slug.in=echo,welcome,welcome-2&order=slug');
    expect(found.json<PageView>().items.map(({ slug }) => slug)).toEqual(['echo', 'welcome', 'welcome-2']);
  });

  test('is set by nobody, searched and sorted by', async () => {
    for (const body of [{ title: 'x', slug: 'mine' }])
      expect((await wiki.ask('POST', '/api/wiki-pages', { cookie: ann, body })).json().errors).toMatchObject([
        { field: 'slug', code: 'INVALID' },
      ]);
    const page: PageView = (await wiki.ask('GET', '/api/wiki-pages?screen=pages&q=welc')).json();
    expect(page.items.map(({ slug }) => slug)).toEqual(['welcome', 'welcome-2']);
  });

  test('a missing text is one error, not two', async () => {
    const answer = await wiki.ask('POST', '/api/wiki-pages', { cookie: ann, body: {} });
    expect(answer.json().errors).toMatchObject([{ field: 'title', code: 'REQUIRED' }]);
  });

  test('a document that adds one gives it to the records that are there', async () => {
    const more = planFrom('more.md', WIKI.replace('| sub_slug |', '| third | slug of title | |\n| sub_slug |'));
    const engine = await createEngine({ plan: more, pool: wiki.engine.pool });
    const { rows } = await engine.pool.query<{ third: string }>(
      `select third from product.wiki_page where title = 'Welcome' order by third`,
    );
    expect(rows.map(({ third }) => third)).toEqual(['welcome', 'welcome-2']);
    await engine.close();
  });
});
