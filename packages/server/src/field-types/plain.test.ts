import type { HistoryEntryView, RecordView } from '@nonet/client';
import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

/** The types `json`, `secret` and `duration` (3). */
const DEVICES = `# Specification: Devices

## 2. Screens and routes

### Devices \`/\`

| part | is |
| --- | --- |
| kind | list of Device |
| for | everyone |
| columns | name, settings, rest |
| filters | rest |
| order | rest |
| actions | export |

## 3. Entities and their fields

### Device

| setting | is |
| --- | --- |
| history | kept |

| field | type | rules |
| --- | --- | --- |
| name | text | |
| settings | json | optional |
| token | secret | optional, 8..40 |
| rest | duration | default 2 hours |
| due | datetime | \`= created_at + rest\` |
| long | boolean | \`= rest > 1 day\` |
| known | boolean | \`= token != null\` |
| parts | list of Part | |

#### Records

| name | settings | token | rest |
| --- | --- | --- | --- |
| First | \`{"a": [1, 2.50]}\` | a first secret | 3 days |

### Part

| field | type | rules |
| --- | --- | --- |
| pin | secret | |
| label | text | |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| member | signed in |

### Permissions

#### Device

| may | visitor | member |
| --- | --- | --- |
| read, history, export | yes | yes |
| create, update, delete | no | yes |
| read known | yes | yes |
`;

let devices: TestServer;
let ann: string;
const create = (body: object) => devices.ask('POST', '/api/devices', { cookie: ann, body: { name: 'x', ...body } });
const made = async (body: object): Promise<RecordView> => {
  const answer = await create(body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const change = (id: string, body: object) =>
  devices.ask('PATCH', `/api/devices/${id}`, { cookie: ann, body, headers: { 'if-match': '*' } });

beforeAll(async () => {
  devices = await serve(planFrom('devices.md', DEVICES));
  await seed(devices.engine, { demo: false });
  ann = await join(devices, 'ann@example.com');
});
afterAll(() => devices?.close());

describe('json', () => {
  test.each([[{ a: '\u0000' }], [['\ud800']], [{ 'a\udc00': 1 }], [{ a: '\\\\\ud800' }]])(
    'is not %j',
    async (settings) => {
      expect((await create({ settings })).json().errors).toMatchObject([{ field: 'settings', code: 'INVALID' }]);
    },
  );

  test.each([
    [{ a: { b: [1, null, 'ç'] } }],
    [[]],
    [0.1],
    ['text'],
    [false],
    [{ '\\u0000': '\\ud800', '😀': '\u0001' }],
  ])('keeps %j', async (settings) => {
    const { id } = await made({ settings });
    const read: RecordView = (await devices.ask('GET', `/api/devices/${id}`)).json();
    expect(read.settings).toEqual(settings);
  });

  test('is replaced as a whole, emptied, and not filtered or sorted by', async () => {
    const { id } = await made({ settings: { a: 1, b: 2 } });
    expect((await change(id, { settings: { b: 3 } })).json().settings).toEqual({ b: 3 });
    expect((await change(id, { settings: null })).json().settings).toBeNull();
    for (const query of ['settings=1', 'order=settings', 'settings.contains=a'])
      expect((await devices.ask('GET', `/api/devices?${query}`)).statusCode, query).toBe(400);
  });
});

describe('secret', () => {
  const CANARY = 'correct-horse-battery';

  test('is taken, and shown nowhere: no answer, list, history, export, filter, order or search', async () => {
    const { id } = await made({ token: CANARY, parts: [{ pin: `${CANARY}-1`, label: 'a' }] });
    const renewed = await change(id, { token: `${CANARY}-2`, parts: [{ pin: `${CANARY}-3`, label: 'b' }] });
    const answers = [renewed];
    for (const url of [
      `/api/devices/${id}`,
      `/api/devices/${id}/history`,
      '/api/devices',
      '/api/devices?fields=token',
      `/api/devices?token=${CANARY}`,
      `/api/devices?token.null=true`,
      '/api/devices?order=token',
      `/api/devices?q=${CANARY}`,
    ])
      answers.push(await devices.ask('GET', url, { cookie: ann }));
    answers.push(await devices.ask('GET', '/api/devices', { cookie: ann, headers: { accept: 'text/csv' } }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 400, 400, 400, 400, 200, 200]);
    for (const { body } of answers.slice(0, 4)) expect(body).not.toContain('correct-horse');
    expect(answers.at(-1)?.body).not.toContain('correct-horse');
    const { rows } = await devices.engine.pool.query('select h::text as text from nonet.history h');
    expect(JSON.stringify(rows)).not.toContain('correct-horse');
    expect((await devices.ask('GET', `/api/devices/${id}`)).json().known).toBe(true);
  });

  test('has limits like a text, stays where it is not named, and is taken away by null', async () => {
    expect((await create({ token: 'short' })).json().errors).toMatchObject([{ field: 'token', code: 'TOO_SHORT' }]);
    const { id } = await made({ token: CANARY });
    expect((await change(id, { name: 'y' })).json().known).toBe(true);
    expect((await change(id, { token: null })).json().known).toBe(false);
  });

  test('nobody reads in a history that it was changed, or saved as it stood', async () => {
    const { id } = await made({ token: CANARY });
    await change(id, { token: `${CANARY}-2` });
    const history = (await devices.ask('GET', `/api/devices/${id}/history`)).json<HistoryEntryView[]>();
    expect(history.map(({ action }) => action)).toEqual(['create']);
  });
});

describe('duration', () => {
  test.each([
    ['P30D', 'P30D', true],
    ['pt90m', 'PT1H30M', false],
    ['P1M', 'P1M', true],
    ['P1W', 'P7D', true],
    ['-P1D', 'P-1D', false],
    ['P1M-3D', 'P1M-3D', true],
    ['-PT90M', 'PT-1H-30M', false],
  ])('%s is %s', async (rest, answered, long) => {
    expect(await made({ rest })).toMatchObject({ rest: answered, long });
  });

  test.each(['30 days', 'P', 30, 'P5WD', 'P0.5M', 'P10000Y', 'PT2502000000H', `P${'9'.repeat(400)}D`])(
    '%j is none',
    async (rest) => {
      expect((await create({ rest })).json().errors).toMatchObject([{ field: 'rest', code: 'INVALID' }]);
    },
  );

  test('has a default, counts on, filters and sorts', async () => {
    const { created_at, due } = await made({ name: 'due' });
    expect(Date.parse(String(due)) - Date.parse(String(created_at))).toBe(2 * 3600 * 1000);
    await devices.engine.pool.query('delete from product.device');
    for (const rest of ['P3D', 'PT1H', 'P1D']) await made({ rest });
    const rests = async (query: string) =>
      (await devices.ask('GET', `/api/devices?${query}`)).json().items.map((item: RecordView) => item.rest);
    expect(await rests('order=rest')).toEqual(['PT1H', 'P1D', 'P3D']);
    expect(await rests('order=-rest&rest.gte=P1D')).toEqual(['P3D', 'P1D']);
    expect(await rests('rest=PT60M')).toEqual(['PT1H']);
    expect(await rests('rest.lt=-P1D')).toEqual([]);
  });
});
