import type { HistoryEntryView, PageView, RecordView } from '@nonet/client';
import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

/** `many E` and `all E by field` (3), from the document's text to the answers over HTTP. */
const MAGAZINE = `# Specification: Magazine

## 2. Screens and routes

### Articles \`/\`

| part | is |
| --- | --- |
| kind | list of Article |
| for | everyone |
| columns | title, tags |
| filters | tags |
| actions | export |

### Article \`/articles/{article}\`

| part | is |
| --- | --- |
| kind | record of Article |
| for | everyone |
| fields | title, tags, fans |

### Fans \`/mine\`

| part | is |
| --- | --- |
| kind | list of Article |
| for | member |
| where | \`user in fans\` |
| columns | title |

### Author \`/authors/{user}\`

| part | is |
| --- | --- |
| kind | record of User |
| for | everyone |
| fields | name, article_count |
| related | articles: title, popularity; favourites: title, author.name |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| articles | all Article by author | |
| favourites | all Article by fans | |
| article_count | integer | \`= count(articles where title != "Draft")\` |

### Tag

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| inner | boolean | default false |

#### Records

| name | inner |
| --- | --- |
| news | false |
| sport | false |
| art | false |
| banned | false |
| plan | true |

### Article

| setting | is |
| --- | --- |
| history | kept |

| field | type | rules |
| --- | --- | --- |
| title | text | |
| author | User | default user, once |
| tags | many Tag | ..3 |
| marks | many Tag | |
| related | many Article | clear, among Article where tagged_news |
| fans | many User | clear |
| popularity | integer | \`= count(fans)\` |
| tagged_news | boolean | \`= exists(tags where name == "news")\` |

### Note

| field | type | rules |
| --- | --- | --- |
| text | text | |
| about | many Article | |

## 4. States and transitions

### Article

| event | by | asks | then |
| --- | --- | --- | --- |
| mark | editor | marks | |
| strip | editor | | \`marks = tags\` |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | Article | \`all(tags have name != "banned")\` | BANNED |
| R2 | Article | \`not (author in fans)\` | OWN_FAN |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| member | signed in |
| editor | assigned |

### Permissions

#### User

| may | visitor | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | no |

#### Tag

| may | visitor | member | editor |
| --- | --- | --- | --- |
| read | \`not inner\` | \`not inner\` | yes |
| create, update | no | no | yes |
| delete | no | no | yes |

#### Article

| may | visitor | member | editor |
| --- | --- | --- | --- |
| read, history, export | yes | yes | yes |
| create | no | yes | yes |
| update, delete | no | \`author == user\` | yes |
| update fans | no | yes | yes |

#### Note

| may | visitor | member | editor |
| --- | --- | --- | --- |
| read, create, update, delete | no | yes | yes |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| BANNED | 422 | That tag is banned. | R1 |
| OWN_FAN | 422 | Nobody is a fan of their own. | R2 |
`;

let magazine: TestServer;
let ann: string;
let bob: string;
let eve: string;
const tags: Record<string, string> = {};
const users: Record<string, string> = {};

const UNKNOWN_ID = '01a1fe63-0000-7000-8000-000000000000';
const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, cookie: string, body?: object) =>
  magazine.ask(method, url, {
    cookie,
    ...(body ? { body } : {}),
    headers: method === 'POST' ? {} : { 'if-match': '*' },
  });
const get = async <Answer>(url: string, cookie?: string): Promise<Answer> => {
  const answer = await magazine.ask('GET', url, cookie === undefined ? {} : { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const write = async (body: object, cookie = ann): Promise<RecordView> => {
  const answer = await send('POST', '/api/articles', cookie, { title: 'An article', ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const named = (...names: string[]) => names.map((name) => tags[name] as string);
const titles = (list: unknown) => ((list ?? []) as { _title: string }[]).map(({ _title }) => _title);
const change = (cookie: string, id: string, kind: 'add' | 'remove', other: string, field = 'fans') =>
  magazine.engine.changeMany(
    { userId: users[cookie] ?? null, roles: cookie === eve ? ['editor'] : [] },
    'Article',
    id,
    { field, change: kind, id: other },
    {},
  );
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'allowed',
    ({ code }: { code: string }) => code,
  );

beforeAll(async () => {
  magazine = await serve(planFrom('magazine.md', MAGAZINE));
  await seed(magazine.engine, { demo: false });
  [ann, bob, eve] = [
    await join(magazine, 'ann@example.com'),
    await join(magazine, 'bob@example.com'),
    await join(magazine, 'eve@example.com', ['editor']),
  ];
  for (const { id, name } of (await get<PageView>('/api/tags', eve)).items) tags[String(name)] = id;
  for (const { id, name } of (await get<PageView>('/api/users', eve)).items)
    users[{ ann, bob, eve }[String(name)] as string] = id;
});
afterAll(() => magazine?.close());

describe('many E', () => {
  test('is written as a whole, in the order given, and answered as ids or, expanded, as records', async () => {
    const article = await write({ tags: named('sport', 'news') });
    expect(article).toMatchObject({ tags: named('sport', 'news'), fans: [], tagged_news: true, popularity: 0 });
    expect(titles((await get<RecordView>(`/api/articles/${article.id}?expand=tags`)).tags)).toEqual(['sport', 'news']);
    const changed = await send('PATCH', `/api/articles/${article.id}`, ann, { tags: [{ id: tags.art }] });
    expect(changed.json()).toMatchObject({ tags: named('art'), tagged_news: false });
    expect((await send('PATCH', `/api/articles/${article.id}`, ann, { tags: null })).json()).toMatchObject({
      tags: [],
    });
  });

  test.each<[string, object, number, object]>([
    ['no list', { tags: 'news' }, 400, { field: 'tags', code: 'INVALID' }],
    ['something else than ids', { tags: [true] }, 400, { field: 'tags', code: 'INVALID' }],
    ['nobody’s id', { tags: [UNKNOWN_ID] }, 400, { field: 'tags.0', code: 'INVALID' }],
    ['more than its bounds', { tags: ['news', 'sport', 'art', 'banned'] }, 422, { field: 'tags', code: 'TOO_LONG' }],
    ['what a rule forbids', { tags: ['banned'] }, 422, { code: 'BANNED' }],
    ['one of them twice', { tags: ['art', 'art'] }, 400, { field: 'tags', code: 'INVALID' }],
    ['what may not be read', { tags: ['plan'] }, 400, { field: 'tags.0', code: 'INVALID' }],
    ['a reversed list', { articles: [] }, 400, { field: 'articles', code: 'INVALID' }],
  ])('refuses %s', async (_what, body, status, error) => {
    const list = 'tags' in body && Array.isArray(body.tags) ? { tags: body.tags.map((tag) => tags[tag] ?? tag) } : body;
    const answer = await send('POST', '/api/articles', ann, { title: 'x', ...list });
    expect([answer.statusCode, answer.json().errors], answer.body).toEqual([status, [expect.objectContaining(error)]]);
  });

  test('an unreadable record is answered like an unknown one', async () => {
    const ask = async (id: string) => (await send('POST', '/api/articles', ann, { title: 'x', tags: [id] })).json();
    expect(await ask(tags.plan as string)).toEqual(await ask(UNKNOWN_ID));
  });

  test('narrowed by `among`: new records must fit, existing ones may stay', async () => {
    const [news, other] = [await write({ tags: named('news') }), await write({})];
    const refused = await send('POST', '/api/articles', ann, { title: 'x', related: [news.id, other.id] });
    expect(refused.json().errors).toEqual([expect.objectContaining({ field: 'related', code: 'NOT_ALLOWED' })]);
    const article = await write({ related: [news.id] });
    await send('PATCH', `/api/articles/${news.id}`, ann, { tags: [] });
    const fresh = await write({ tags: named('news') });
    const both = await send('PATCH', `/api/articles/${article.id}`, ann, { related: [news.id, fresh.id] });
    expect(both.statusCode, both.body).toBe(200);
    const offered = await get<PageView>('/api/articles?for=Article.related&limit=100', ann);
    expect(offered.items.every((item) => item.tagged_news)).toBe(true);
  });

  test('filters by one, by some of several, and by none', async () => {
    const [one, two, none] = [
      await write({ title: 'f1', tags: named('art') }),
      await write({ title: 'f2', tags: named('sport', 'art') }),
      await write({ title: 'f3' }),
    ];
    const found = async (filter: string) =>
      (await get<PageView>(`/api/articles?title.starts=f&order=title&${filter}`)).items.map(({ id }) => id);
    expect(await found(`tags=${tags.art}`)).toEqual([one.id, two.id]);
    expect(await found(`tags.in=${tags.sport},${tags.news}`)).toEqual([two.id]);
    expect(await found('tags.null=true')).toEqual([none.id]);
    expect(await found('tags.null=false')).toEqual([one.id, two.id]);
    for (const [query, status] of [
      ['tags=x', 400],
      [`tags.ne=${tags.art}`, 400],
      ['order=tags', 400],
      [`articles=${tags.art}`, 400],
    ] as const)
      expect((await magazine.ask('GET', `/api/articles?${query}`)).statusCode, query).toBe(status);
  });

  test('unreadable members of a list do not exist for a reader, and stay when the reader writes the list', async () => {
    const article = await write({ tags: named('art') });
    await send('PATCH', `/api/articles/${article.id}`, eve, { tags: named('plan', 'art') });
    const asAnn = async (query = '') => get<RecordView>(`/api/articles/${article.id}${query}`, ann);
    expect((await asAnn()).tags).toEqual(named('art'));
    expect(titles((await asAnn('?expand=tags')).tags)).toEqual(['art']);
    // It reads a tag that they may not.
    expect(await asAnn()).not.toHaveProperty('tagged_news');
    const hidden = await magazine.ask('GET', `/api/articles?tags=${tags.plan}`, { cookie: ann });
    expect(hidden.json()).toEqual(
      (await magazine.ask('GET', `/api/articles?tags=${UNKNOWN_ID}`, { cookie: ann })).json(),
    );
    const entries = async (cookie: string) =>
      (await get<HistoryEntryView[]>(`/api/articles/${article.id}/history`, cookie)).map(({ changes }) =>
        changes.filter(({ field }) => field === 'tags').map(({ from, to }) => [titles(from), titles(to)]),
      );
    // An entry of which they may read nothing is none.
    expect(await entries(ann)).toEqual([[[[], ['art']]]]);
    expect(await entries(eve)).toEqual([[[['art'], ['plan', 'art']]], [[[], ['art']]]]);
    await send('PATCH', `/api/articles/${article.id}`, ann, { tags: named('sport') });
    expect((await get<RecordView>(`/api/articles/${article.id}`, eve)).tags).toEqual(named('sport', 'plan'));
  });

  test('events ask for it, and effects set it', async () => {
    const article = await write({ tags: named('art') });
    const fire = (event: string, body: object) => send('POST', `/api/articles/${article.id}/${event}`, eve, body);
    expect((await fire('mark', { marks: [UNKNOWN_ID] })).json().errors).toMatchObject([{ field: 'marks.0' }]);
    expect((await fire('mark', { marks: named('sport') })).json()).toMatchObject({ marks: named('sport') });
    expect((await fire('strip', {})).json()).toMatchObject({ marks: named('art') });
  });

  test('deleting what it names is refused, or clears it, as its rules say', async () => {
    const made = await send('POST', '/api/tags', eve, { name: 'brief' });
    const brief: RecordView = made.json();
    const article = await write({ tags: [brief.id] });
    const gone = await write({ tags: named('news') });
    const referring = await write({ related: [gone.id] });
    await send('POST', '/api/notes', ann, { text: 'x', about: [referring.id] });
    expect((await send('DELETE', `/api/tags/${brief.id}`, eve)).json().code).toBe('IN_USE');
    expect((await send('DELETE', `/api/articles/${referring.id}`, ann)).json().code).toBe('IN_USE');
    expect((await send('DELETE', `/api/articles/${gone.id}`, ann)).statusCode).toBe(204);
    expect((await get<RecordView>(`/api/articles/${referring.id}`)).related).toEqual([]);
    await send('DELETE', `/api/articles/${article.id}`, ann);
    expect((await send('DELETE', `/api/tags/${brief.id}`, eve)).statusCode).toBe(204);
  });

  test('goes into CSV and the OpenAPI description', async () => {
    await write({ title: 'csv', tags: named('art', 'sport') });
    const csv = await magazine.ask('GET', '/api/articles?screen=articles&title=csv', {
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toContain('csv,art; sport');
    const { components, paths } = await get<{ components: { schemas: Record<string, unknown> }; paths: object }>(
      '/api/openapi.json',
      ann,
    );
    expect(components.schemas['Article.create']).toHaveProperty('required', ['title']);
    expect(components.schemas['Article.create']).toMatchObject({
      properties: { tags: { type: 'array', items: { format: 'uuid' }, maxItems: 3 } },
    });
    expect(JSON.stringify(paths)).toContain('"name":"tags"');
  });
});

describe('one record put in or taken out (changeMany)', () => {
  test('by those whom the field’s own row allows, once, under the rules', async () => {
    const article = await write({});
    const fans = async () => (await get<RecordView>(`/api/articles/${article.id}`)).fans;
    for (const kind of ['add', 'add'] as const) await change(bob, article.id, kind, users[bob] as string);
    expect(await fans()).toEqual([users[bob]]);
    expect((await get<RecordView>(`/api/articles/${article.id}`)).popularity).toBe(1);
    expect((await get<PageView>('/api/articles?screen=fans', bob)).items.map(({ id }) => id)).toContain(article.id);
    expect((await get<PageView>('/api/articles?screen=fans', ann)).items).toEqual([]);
    expect(await refusal(change(ann, article.id, 'add', users[ann] as string))).toBe('OWN_FAN');
    await change(bob, article.id, 'remove', users[bob] as string);
    await change(bob, article.id, 'remove', users[bob] as string);
    expect(await fans()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'who is not signed in',
      async () => change('', (await write({})).id, 'add', users[bob] as string),
      'UNAUTHENTICATED',
    ],
    ['an unknown record', () => change(bob, UNKNOWN_ID, 'add', users[bob] as string), 'NOT_FOUND'],
    ['what is no id', () => change(bob, 'x', 'add', users[bob] as string), 'NOT_FOUND'],
    ['an unknown reference', async () => change(bob, (await write({})).id, 'add', UNKNOWN_ID), 'INVALID'],
    [
      'an unreadable reference',
      async () => change(ann, (await write({})).id, 'add', tags.plan as string, 'tags'),
      'INVALID',
    ],
    [
      'whom point 6 refuses',
      async () => change(bob, (await write({})).id, 'add', tags.art as string, 'tags'),
      'FORBIDDEN',
    ],
  ])('refuses %s', async (_what, asked, code) => {
    expect(await refusal(asked())).toBe(code);
  });

  test('ten at once lose nothing', async () => {
    const article = await write({});
    const fans = await Promise.all(
      Array.from({ length: 10 }, async (_, place) => {
        const { rows } = await magazine.engine.pool.query<{ id: string }>(
          'insert into product."user" (email, name, roles, disabled) values ($1, $1, $2, false) returning id',
          [`fan${place}@example.com`, []],
        );
        return rows[0]?.id ?? '';
      }),
    );
    await Promise.all(fans.map((fan) => change(bob, article.id, 'add', fan)));
    const { fans: kept } = await get<RecordView>(`/api/articles/${article.id}`);
    expect((kept as string[]).toSorted()).toEqual(fans.toSorted());
  });
});

describe('all E by field', () => {
  test('comes where it is asked for, as ids or records, by a reference and by a many', async () => {
    const article = await write({ title: 'Mine' }, bob);
    await change(ann, article.id, 'add', users[ann] as string);
    const author = `/api/users/${users[bob]}`;
    expect(await get<RecordView>(author)).not.toHaveProperty('articles');
    expect((await get<RecordView>(`${author}?fields=articles`)).articles).toContain(article.id);
    const { favourites } = await get<RecordView>(
      `/api/users/${users[ann]}?fields=favourites.title,favourites.author.name`,
    );
    expect(favourites).toMatchObject([{ title: 'Mine', author: { name: 'bob' } }]);
  });

  test('a computed field counts it', async () => {
    const before = Number((await get<RecordView>(`/api/users/${users[eve]}`)).article_count);
    await write({ title: 'Draft' }, eve);
    await write({ title: 'Done' }, eve);
    expect((await get<RecordView>(`/api/users/${users[eve]}`)).article_count).toBe(before + 1);
  });

  test('does not touch the record that it is of', async () => {
    const etag = async () => (await magazine.ask('GET', `/api/users/${users[bob]}`)).headers.etag;
    const before = await etag();
    await write({ title: 'Draft' }, bob);
    expect(await etag()).toBe(before);
  });
});
