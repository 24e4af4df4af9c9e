import { seed } from '@nonet/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { type Ask, serve, type TestServer } from '../fixtures/serve.ts';

const DOCUMENT = `# Specification: Shelf

## 1. What the product does and for whom

none

## 2. Screens and routes

none

## 3. Entities and their fields

### User

#### Demo records

| email | name | roles | password |
| --- | --- | --- | --- |
| ann@example.com | Ann | warden | a long enough password |
| bob@example.com | Bob | none | a long enough password |

### Shelf

| field | type | rules |
| --- | --- | --- |
| name | text | |
| label | number S-{000} | |
| keeper | User | optional |
| next | Shelf | optional |
| books | list of Book | |

| setting | is |
| --- | --- |
| id | integer |
| history | kept |
| path | shelves |
| delete | soft |

#### Records

| name | next |
| --- | --- |
| upper | lower |
| lower | upper |

#### Demo records

| name | keeper |
| --- | --- |
| Ann's | ann@example.com |

### Book

| field | type | rules |
| --- | --- | --- |
| title | text | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| anybody | anyone |
| warden | assigned |

### Permissions

#### Shelf

| may | anybody | warden |
| --- | --- | --- |
| read, create, update, delete, restore, history | yes | yes |

#### User

| may | anybody | warden |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update email | no | no |

## 7. The calls it makes

### Answered

| setting | is |
| --- | --- |
| token | \`Authorization: Token {token}\` |

| call | by | does | answers |
| --- | --- | --- | --- |
| \`POST /reset\` | warden | \`reset\` | \`200 {"again": true}\` |
| \`POST /session\` | anybody | \`sign in with body.email, body.password\` | \`200 {"token": request.token}\` |

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let dev: TestServer;
let production: TestServer;

beforeAll(async () => {
  [dev, production] = await Promise.all([
    serve(planFrom('shelf.md', DOCUMENT), { mode: 'dev' }),
    serve(planFrom('shelf.md', DOCUMENT)),
  ]);
  await seed(dev.engine, { demo: true });
  await seed(production.engine, { demo: false });
});
afterAll(() => Promise.all([dev.close(), production.close()]));

async function signIn(server: TestServer, email: string): Promise<Ask> {
  const answer = await server.ask('POST', '/session', { body: { email, password: 'a long enough password' } });
  expect(answer.statusCode, answer.body).toBe(200);
  return bearer(answer.json<{ token: string }>().token);
}

const bearer = (token: string): Ask => ({ headers: { authorization: `Token ${token}` } });

interface Shelf {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly books: readonly unknown[];
  readonly next: { readonly id: number } | null;
}

async function shelves(server: TestServer): Promise<readonly Shelf[]> {
  const answer = await server.ask('GET', '/api/shelves?order=label');
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ items: Shelf[] }>().items;
}

/** The engine's own tables about records and people that still have rows. */
async function leftOver({ engine: { pool } }: TestServer): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct table_schema || '.' || table_name as name from information_schema.columns
     where table_schema = 'nonet' and column_name in ('record', 'user_id', 'root', 'uploaded_by', 'scope', 'by') order by 1`,
  );
  expect(rows.length).toBeGreaterThan(8);
  const left: string[] = [];
  for (const { name } of rows) {
    const found = await pool.query(`select 1 from ${name} limit 1`);
    if (found.rows.length > 0) left.push(name);
  }
  return left;
}

test('a reset puts the records back as they were at the first start', async () => {
  const first = await shelves(dev);
  expect(first.map(({ name, label }) => [name, label])).toEqual([
    ['upper', 'S-001'],
    ['lower', 'S-002'],
    ["Ann's", 'S-003'],
  ]);
  const ann = await signIn(dev, 'ann@example.com');
  const made = await dev.ask('POST', '/api/shelves', { body: { name: 'new', books: [{ title: 'A' }] } });
  expect(made.statusCode, made.body).toBe(201);
  const [upper] = first;
  await dev.ask('PATCH', `/api/shelves/${upper?.id}`, { body: { name: 'other' }, headers: { 'if-match': '*' } });
  await dev.ask('DELETE', `/api/shelves/${first[1]?.id}`, { headers: { 'if-match': '*' } });

  const reset = await dev.ask('POST', '/reset', ann);
  expect([reset.statusCode, reset.json()]).toEqual([200, { again: true }]);
  expect(await leftOver(dev)).toEqual(['nonet.credential']);

  const again = await shelves(dev);
  const known = ({ id, name, label, books, next }: Shelf) => [id, name, label, books, next?.id ?? null];
  expect(again.map(known)).toEqual(first.map(known));
  const history = await dev.ask('GET', `/api/shelves/${again[0]?.id}/history`);
  expect(history.json<unknown[]>()).toEqual([]);
  // Everybody is signed out, and can sign in again as at the first start.
  expect((await dev.ask('POST', '/reset', ann)).statusCode).toBe(401);
  await signIn(dev, 'ann@example.com');
});

test('only the role that the call names may reset', async () => {
  expect((await dev.ask('POST', '/reset')).statusCode).toBe(401);
  const bob = await signIn(dev, 'bob@example.com');
  expect((await dev.ask('POST', '/reset', bob)).statusCode).toBe(403);
});

test('outside of `dev` there is no such call', async () => {
  const [before] = await shelves(production);
  const { rows } = await production.engine.pool.query<{ id: string }>(
    `insert into product."user" (email, name, roles, disabled) values ('eve@example.com', 'Eve', '{warden}', false) returning id`,
  );
  const sessions = production.product.current()?.sessions;
  const token = await sessions?.open(String(rows[0]?.id));
  const answer = await production.ask('POST', '/reset', bearer(String(token)));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  expect((await shelves(production))[0]).toEqual(before);
});
