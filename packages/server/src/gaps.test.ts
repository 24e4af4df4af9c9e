import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = `# Specification: Votes

## 1. What the product does and for whom

Anyone reads the motions.

## 2. Screens and routes

### Motions \`/motions\`

| part | is |
| --- | --- |
| kind | list of Motion |
| for | visitor |
| columns | name, weight, half, next.name |
| filters | share |
| order | share desc |

## 3. Entities and their fields

### Motion

| field | type | rules |
| --- | --- | --- |
| name | text | |
| weight | not shown | |
| share | integer | \`= size(name) * FACTOR\` |
| half | integer | \`= share + 1\` |
| heavy | boolean | \`= weight != null\` |
| next | Motion | \`optional, = first(Motion where size(name) < FACTOR order name)\` |

### Ballot

not shown

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |

### Permissions

#### Motion

| may | visitor |
| --- | --- |
| read | yes |
| create, update, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| FACTOR | not shown |
`;

describe('a part that is not shown is NOT_SPECIFIED by name, and counted (2)', () => {
  let product: TestServer;
  beforeAll(async () => {
    product = await serve(planFrom('votes.md', DOCUMENT));
  });
  afterAll(() => product.close());

  test.each([
    ['an entity', '/api/ballots', '3.Ballot'],
    ['a record of it', '/api/ballots/1', '3.Ballot'],
    ['a filter by a field without a type', '/api/motions?weight=3', '3.Motion.weight'],
    ['an operator on it', '/api/motions?weight.gte=3', '3.Motion.weight'],
    ['an order by it', '/api/motions?order=weight', '3.Motion.weight'],
    ['asking for it', '/api/motions?fields=weight', '3.Motion.weight'],
    ['a filter by what is computed of a constant without a value', '/api/motions?share.gt=3', '9.FACTOR'],
    ['an order by what is computed of that', '/api/motions?order=-half', '9.FACTOR'],
    ['asking for what is computed of a field without a type', '/api/motions?fields=heavy', '3.Motion.weight'],
    ['a path through a computed reference', '/api/motions?next.name=One', '9.FACTOR'],
    ['expanding it', '/api/motions?expand=next', '9.FACTOR'],
  ])('%s', async (_what, url, clause) => {
    const before = (await product.engine.hits()).get(clause) ?? 0;
    const answer = await product.ask('GET', url);
    expect(answer.json()).toMatchObject({ status: 501, code: 'NOT_SPECIFIED', clause });
    expect((await product.engine.hits()).get(clause)).toBe(before + 1);
  });

  test('lists and records are answered without it, and screens mark what they lack', async () => {
    const { rows } = await product.engine.pool.query(`insert into product.motion (name) values ('One') returning id`);
    const [{ id }] = rows as [{ id: string }];
    for (const answered of [
      (await product.ask('GET', '/api/motions?screen=motions')).json().items[0],
      (await product.ask('GET', `/api/motions/${id}`)).json(),
    ])
      expect(Object.keys(answered).toSorted()).toEqual([
        '_title',
        'created_at',
        'created_by',
        'id',
        'name',
        'updated_at',
        'updated_by',
      ]);
    const described = (await product.ask('GET', '/api/openapi.json')).json();
    expect(Object.keys(described.components.schemas.Motion.properties)).not.toContain('share');
    const [screen] = (await product.ask('GET', '/api/-/product')).json().screens;
    expect(screen.groups[0].columns.map((column: { label: string }) => column.label)).toEqual(['Name']);
    expect(screen.open).toEqual([
      { part: 'Weight', clause: '3.Motion.weight' },
      { part: 'Half', clause: '9.FACTOR' },
      { part: 'Next name', clause: '9.FACTOR' },
      { part: 'Share', clause: '9.FACTOR' },
    ]);
  });

  test.each([
    ['/api/nothing', 404, 'NOT_FOUND'],
    ['/api/motions?colour=red', 400, 'INVALID'],
  ])('a name that the document does not have is no gap: %s', async (url, status, code) => {
    expect((await product.ask('GET', url)).json()).toMatchObject({ status, code });
  });
});

describe('anybody might hold a role whose assignment is not shown: what only that role allows is NOT_SPECIFIED (6)', () => {
  let product: TestServer;
  let mia: string;
  let id: string;
  const document = DOCUMENT.replace('| visitor | anyone |', '| visitor | anyone |\n| clerk | not shown |')
    .replace('| may | visitor |\n| --- | --- |', '| may | visitor | clerk |\n| --- | --- | --- |')
    .replace('| read | yes |', '| read | yes | yes |')
    .replace('| create, update, delete | no |', '| create, update | no | yes |\n| delete | no | no |');
  beforeAll(async () => {
    product = await serve(planFrom('votes.md', document));
    mia = await join(product, 'mia@example.com');
    const { rows } = await product.engine.pool.query(`insert into product.motion (name) values ('One') returning id`);
    id = (rows as { id: string }[])[0]?.id ?? '';
  });
  afterAll(() => product.close());

  const open = { status: 501, code: 'NOT_SPECIFIED', clause: '6.clerk' };
  test.each([
    ['create', 'POST', (): string => '/api/motions', open, open],
    ['update', 'PATCH', (): string => `/api/motions/${id}`, open, open],
    ['delete', 'DELETE', (): string => `/api/motions/${id}`, { status: 401 }, { status: 403, code: 'FORBIDDEN' }],
  ] as const)('%s, by nobody signed in and by somebody', async (_what, method, url, anonymous, signedIn) => {
    const ask = { body: method === 'DELETE' ? undefined : { name: 'Two' }, headers: { 'if-match': '*' } };
    expect((await product.ask(method, url(), ask)).json()).toMatchObject(anonymous);
    expect((await product.ask(method, url(), { ...ask, cookie: mia })).json()).toMatchObject(signedIn);
  });
});

describe('what needs a constant without a value stops nothing else (2)', () => {
  let product: TestServer;
  let mia: string;
  const me = randomUUID();
  const document = DOCUMENT.replace('| visitor | anyone |', '| visitor | anyone |\n| member | signed in |')
    .replace('| may | visitor |\n| --- | --- |', '| may | member | others |\n| --- | --- | --- |')
    .replace(
      '| read | yes |\n| create, update, delete | no |',
      '| read | yes | yes |\n| create, update | yes | no |\n| delete | no | no |',
    )
    .replace('#### Motion\n', '#### Motion, Seat, Fee, Tax\n')
    .replace(
      '### Ballot\n',
      '### Fee\n\n| field | type | rules |\n| --- | --- | --- |\n| label | text | |\n| amount | integer | default FACTOR |\n\n### Tax\n\n| field | type | rules |\n| --- | --- | --- |\n| label | text | |\n| amount | integer | when size(label) < FACTOR |\n\n### Seat\n\n| field | type | rules |\n| --- | --- | --- |\n| label | text | |\n| price | integer | `= FACTOR` |\n| holder | User | `optional, among User where size(name) < FACTOR` |\n\n### Ballot\n',
    )
    .replace(
      '## 5. Validation rules\n\nnone',
      '## 5. Validation rules\n\n| rule | on | must hold | error |\n| --- | --- | --- | --- |\n| V1 | Motion | size(name) < FACTOR | INVALID |',
    )
    .replace(
      '## 7. The calls it makes\n\nnone',
      '#### User\n\n| may | others |\n| --- | --- |\n| read | yes |\n| create, update, delete, update email, update roles | no |\n\n## 7. The calls it makes\n\n### Notices\n\n#### taken\n\n| part | is |\n| --- | --- |\n| when | Seat create |\n| to | created_by |\n| subject | It costs {price} |',
    );
  beforeAll(async () => {
    product = await serve(planFrom('votes.md', document));
    mia = await join(product, 'mia@example.com', [], me);
    await product.engine.pool.query(`insert into product.tax (id, label) values ($1, 'Old')`, [me]);
  });
  afterAll(() => product.close());

  test.each([
    ['a record that breaks a limit', { name: null }, { status: 422, code: 'REQUIRED', clause: '3.Motion.name' }],
    ['a record that breaks none', { name: 'One' }, { status: 501, code: 'NOT_SPECIFIED', clause: '9.FACTOR' }],
  ])('a rule that needs it is told after limits: %s', async (_what, body, expected) => {
    expect((await product.ask('POST', '/api/motions', { cookie: mia, body })).json()).toMatchObject(expected);
  });

  test.each<[string, 'POST' | 'PATCH', string, object, number]>([
    ['a default', 'POST', '/api/fees', { label: 'One' }, 501],
    ['a default in whose place there is a value', 'POST', '/api/fees', { label: 'One', amount: 3 }, 201],
    ['a `when`', 'POST', '/api/taxes', { label: 'One' }, 501],
    ['a `when`, with a value', 'POST', '/api/taxes', { label: 'One', amount: 3 }, 501],
    ['a `when`, on a record that there is', 'PATCH', `/api/taxes/${me}`, { label: 'One' }, 501],
  ])('a write needs the constant of its fields: %s', async (_what, method, path, body, status) => {
    const headers = { 'if-match': '*' };
    const answer = await product.ask(method, path, { cookie: mia, body, headers });
    const clause = status === 501 ? '9.FACTOR' : undefined;
    expect([answer.statusCode, answer.json().clause], answer.body).toEqual([status, clause]);
  });

  test('a reference whose `among` needs it takes no record, and its record can do without', async () => {
    const body = { label: 'Two', holder: me };
    const answer = await product.ask('POST', '/api/seats', { cookie: mia, body });
    expect(answer.json()).toMatchObject({ status: 501, code: 'NOT_SPECIFIED', clause: '9.FACTOR' });
    const picked = await product.ask('GET', '/api/users?for=Seat.holder', { cookie: mia });
    expect(picked.json()).toMatchObject({ status: 501, code: 'NOT_SPECIFIED', clause: '9.FACTOR' });
  });

  test('a notice that needs it is not given, which is counted, and its cause happens', async () => {
    const before = (await product.engine.hits()).get('9.FACTOR') ?? 0;
    const answer = await product.ask('POST', '/api/seats', { cookie: mia, body: { label: 'One' } });
    expect(answer.statusCode).toBe(201);
    expect((await product.engine.hits()).get('9.FACTOR')).toBe(before + 1);
  });
});
