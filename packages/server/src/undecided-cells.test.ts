import { seed } from '@nonet/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = `# Specification: Reports

## 1. What the product does and for whom

Nurses report what happened at their own site.

## 2. Screens and routes

none

## 3. Entities and their fields

### Site

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| size | decimal(6, 2) | |
| share | decimal(6, 2) | = round(size * 0.5, 1) |

#### Records

| name | size |
| --- | --- |
| Ghent | 12 |
| Utrecht | 0 |

### User

| field | type | rules |
| --- | --- | --- |
| site | Site | optional |

### Report

| field | type | rules |
| --- | --- | --- |
| site | Site | |
| severity | integer | 1..5 |
| remote | boolean | = site.name == "Utrecht" |
| text | text | |
| secret_note | text | optional |
| code | text | unique |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| reader | signed in |
| nurse | assigned |
| matron | assigned |
| warden | assigned |
| visitor | assigned |

### Permissions

#### Site

| may | others |
| --- | --- |
| read | yes |
| create, update, delete | no |

#### User

| may | reader | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update email, update roles, update disabled | no | no |

#### Report

| may | nurse | matron | warden | visitor | others |
| --- | --- | --- | --- | --- | --- |
| read | yes | yes | yes | yes | no |
| create | \`site == user.site\` | \`remote or severity > 3\` | \`site.size != site.share\` | no | no |
| update | \`site == user.site\` | no | no | no | no |
| update secret_note | \`severity > 3\` | yes | no | no | no |
| delete, history | no | no | no | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let server: TestServer;
let ghent: string;
let utrecht: string;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  server = await serve(planFrom('reports.md', DOCUMENT));
  await seed(server.engine, { demo: false });
  const { rows } = await server.engine.pool.query<{ id: string }>('select id from product."site" order by name');
  [ghent, utrecht] = rows.map(({ id }) => id) as [string, string];
  for (const role of ['nurse', 'matron', 'warden', 'visitor'])
    cookies[role] = await join(server, `${role}@example.com`, [role]);
  await server.engine.pool.query(`update product."user" set site = $1 where email = 'nurse@example.com'`, [ghent]);
});
afterAll(() => server?.close());

const sent = { severity: 1, text: 'A fall', code: 'A' };

/** 6: a cell that reads a missing required field can't be judged: an actor who may enter the field gets REQUIRED. */
test.each<[what: string, as: string, body: () => object, status: number, errors: string[]]>([
  ['without what the cell reads', 'nurse', () => sent, 422, ['site REQUIRED']],
  ['with null in it', 'nurse', () => ({ ...sent, site: null }), 422, ['site REQUIRED']],
  ['with what the cell refuses', 'nurse', () => ({ ...sent, site: utrecht }), 403, []],
  ['without another required field', 'nurse', () => ({ site: ghent, severity: 1, code: 'A' }), 422, ['text REQUIRED']],
  ['through a computed field', 'matron', () => ({ text: 'A', code: 'A' }), 422, ['site REQUIRED', 'severity REQUIRED']],
  ['which another cell allows', 'matron', () => ({ severity: 5, text: 'A', code: 'A' }), 422, ['site REQUIRED']],
  ['whose two values are both missing', 'warden', () => ({ text: 'A', code: 'A' }), 422, ['site REQUIRED']],
  ['that no cell could ever allow', 'visitor', () => sent, 403, []],
  [
    'under a row of a field that reads it',
    'nurse',
    () => ({ site: ghent, text: 'A', code: 'A', secret_note: 'B' }),
    422,
    ['severity REQUIRED'],
  ],
])('a create %s', async (_what, as, body, status, errors) => {
  const answer = await server.ask('POST', '/api/reports', { cookie: cookies[as] ?? '', body: body() });
  const { errors: found = [] } = answer.json<{ errors?: { field: string; code: string }[] }>();
  expect([answer.statusCode, found.map(({ field, code }) => `${field} ${code}`)]).toEqual([status, errors]);
});

test('an update that takes away what its cell reads gets REQUIRED', async () => {
  const cookie = cookies['nurse'] ?? '';
  const made = await server.ask('POST', '/api/reports', { cookie, body: { ...sent, site: ghent } });
  const headers = { 'if-match': String(made.headers.etag) };
  const { id } = made.json<{ id: string }>();
  const answer = await server.ask('PATCH', `/api/reports/${id}`, { cookie, headers, body: { site: null } });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'REQUIRED']);
});
