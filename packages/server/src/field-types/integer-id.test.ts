import type { HistoryEntryView, PageView, RecordView } from '@nonet/client';
import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

/** `id` `integer` (3): records that are known by whole numbers. */
const ZOO = `# Specification: Zoo

## 2. Screens and routes

### Cages \`/\`

| part | is |
| --- | --- |
| kind | list of Cage |
| for | everyone |
| columns | name |
| order | id desc |

### Animals \`/cages/{cage}/animals\`

| part | is |
| --- | --- |
| kind | list of Animal |
| for | everyone |
| where | \`cage == path.cage\` |
| columns | name, cage |
| actions | export |

### Numbers \`/numbers\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | everyone |

| tile | shows | by | as |
| --- | --- | --- | --- |
| By cage | \`count(Animal)\` | \`cage\` | bar |

## 3. Entities and their fields

### Cage

| setting | is |
| --- | --- |
| id | integer |

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| animals | all Animal by cage | |
| double | integer | \`= id * 2\` |

#### Records

| id | name |
| --- | --- |
| 7 | North |
| 3 | South |

### Animal

| setting | is |
| --- | --- |
| id | integer |
| history | kept |

| field | type | rules |
| --- | --- | --- |
| name | text | |
| cage | Cage | |
| seen_in | many Cage | |
| meals | list of Meal | |
| keeper | User | optional |

### Meal

| setting | is |
| --- | --- |
| id | integer |

| field | type | rules |
| --- | --- | --- |
| food | text | |

### Note

| field | type | rules |
| --- | --- | --- |
| about | Animal | |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | Animal | \`cage.id != 3 or name != "Lion"\` | TOO_SMALL |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| member | signed in |

### Permissions

#### Animal

| may | visitor | member |
| --- | --- | --- |
| read, history, export | yes | yes |
| create, update, delete | no | yes |

#### Cage, Note

| may | visitor | member |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | yes |

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_SMALL | 422 | Lions do not fit there. | R1 |
`;

let zoo: TestServer;
let ann: string;
const ask = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  zoo.ask(method, `/api/${url}`, {
    cookie: ann,
    ...(body ? { body } : {}),
    headers: method === 'POST' ? {} : { 'if-match': '*' },
  });
const get = async <Answer>(url: string): Promise<Answer> => {
  const answer = await zoo.ask('GET', `/api/${url}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const animal = async (body: object): Promise<RecordView> => {
  const answer = await ask('POST', 'animals', { name: 'Bear', cage: 7, ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};

beforeAll(async () => {
  zoo = await serve(planFrom('zoo.md', ZOO));
  await seed(zoo.engine, { demo: false });
  ann = await join(zoo, 'ann@example.com');
});
afterAll(() => zoo?.close());

describe('records that are known by whole numbers', () => {
  test('are counted on from those of the document, and read, listed and ordered by them', async () => {
    const made = await ask('POST', 'cages', { name: 'West' });
    expect(made.json()).toMatchObject({ id: 8, double: 16, _title: 'West' });
    expect((await get<PageView>('cages?order=id')).items.map(({ id }) => id)).toEqual([3, 7, 8]);
    expect((await get<PageView>('cages?screen=cages')).items.map(({ id }) => id)).toEqual([8, 7, 3]);
    expect(await get('cages/7')).toMatchObject({ id: 7, name: 'North' });
    expect((await get<PageView>('cages?id=3')).items.map(({ name }) => name)).toEqual(['South']);
    expect((await get<PageView>('cages?id.in=3,8&order=-id')).items.map(({ id }) => id)).toEqual([8, 3]);
  });

  test('and pages, by cursor', async () => {
    const first = await get<PageView>('cages?order=-id&limit=1');
    const second = await get<PageView>(`cages?order=-id&limit=1&cursor=${encodeURIComponent(first.next ?? '')}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([8, 7]);
  });

  test.each(['0', '99', '-1', '1.5', 'x', '7x', '9999999999999999999', '00000000-0000-4000-8000-000000000007'])(
    '%s is nobody’s',
    async (id) => {
      expect((await zoo.ask('GET', `/api/cages/${id}`)).statusCode).toBe(404);
      expect((await ask('DELETE', `cages/${id}`)).statusCode).toBe(404);
    },
  );

  test('are referred to by them, alone, in lists, expanded and in history', async () => {
    const { id, ...made } = await animal({ seen_in: [3, 7], meals: [{ food: 'Honey' }] });
    expect(made).toMatchObject({ cage: 7, seen_in: [3, 7], keeper: null, meals: [{ id: 1, food: 'Honey' }] });
    expect(await get(`animals/${id}?expand=cage,seen_in`)).toMatchObject({
      cage: { id: 7, _title: 'North' },
      seen_in: [{ id: 3 }, { id: 7 }],
    });
    const moved = await ask('PATCH', `animals/${id}`, {
      cage: '3',
      seen_in: [{ id: 7 }],
      meals: [{ id: 1, food: 'Fish' }, { food: 'Berries' }],
    });
    expect(moved.json(), moved.body).toMatchObject({
      cage: 3,
      seen_in: [7],
      meals: [{ id: 1, food: 'Fish' }, { id: 2 }],
    });
    const [change] = await get<HistoryEntryView[]>(`animals/${id}/history`);
    expect(change?.changes).toMatchObject([
      { field: 'cage', from: { id: 7 }, to: { id: 3 } },
      { field: 'seen_in', from: [{ id: 3 }, { id: 7 }], to: [{ id: 7 }] },
      { field: 'meals', from: [{ id: 1 }], to: [{ id: 1 }, { id: 2 }] },
    ]);
    expect((await get<PageView>(`animals?cage=3&seen_in=7`)).items.map((item) => item.id)).toEqual([id]);
    expect((await get<RecordView>('cages/3?fields=animals')).animals).toEqual([id]);
  });

  test('an unknown number is no reference', async () => {
    for (const body of [
      { cage: 99 },
      { cage: true },
      { cage: 7, seen_in: [99] },
      { cage: 7, meals: [{ id: 99, food: 'x' }] },
    ])
      expect((await ask('POST', 'animals', { name: 'x', ...body })).statusCode, JSON.stringify(body)).toBe(400);
  });

  test('are used in rules, screens and tiles', async () => {
    expect((await ask('POST', 'animals', { name: 'Lion', cage: 3 })).json().code).toBe('TOO_SMALL');
    const { id } = await animal({ name: 'Lion' });
    const page = await get<PageView>('animals?screen=animals&path.cage=7');
    expect(page.items.map((item) => item.id)).toEqual([id]);
    const { tiles } = await get<{ tiles: { groups: { key: unknown }[] }[] }>('-/dashboards/numbers');
    expect(tiles[0]?.groups.map(({ key }) => key)).toEqual([7, 3]);
    const note = await ask('POST', 'notes', { about: id });
    expect(note.json()).toMatchObject({ about: id, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  test('name what became of each of several', async () => {
    const ids = [(await animal({})).id, (await animal({})).id, 99];
    const items = ids.map((id) => ({ id, if_match: '*' }));
    const answer = await ask('POST', 'animals/bulk', { action: 'delete', items });
    expect(answer.json().results).toMatchObject(ids.map((id, place) => ({ id, status: place < 2 ? 204 : 404 })));
  });

  test('are so described', async () => {
    const { paths, components } = await get<{ paths: Record<string, unknown>; components: unknown }>('openapi.json');
    expect(paths['/api/cages/{id}']).toMatchObject({ parameters: [{ schema: { type: 'integer' } }] });
    expect(components).toMatchObject({
      schemas: {
        Animal: { properties: { id: { type: 'integer' }, seen_in: { anyOf: [{ items: { type: 'integer' } }, {}] } } },
      },
    });
  });
});
