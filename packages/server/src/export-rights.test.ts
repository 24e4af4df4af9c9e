import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductView } from '@nonet/client';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = `# Specification: Notes

## 1. What the product does and for whom

Members write notes, and auditors take them out.

## 2. Screens and routes

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Notes \`/notes\`

| part | is |
| --- | --- |
| kind | list of Note |
| for | member |
| columns | name |
| actions | create, export |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| is_auditor | boolean | default false |

### Note

| field | type | rules |
| --- | --- | --- |
| name | text | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |
| auditor | \`user.is_auditor\` |

### Permissions

#### User

| may | auditor | member |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, history | no | no |

#### Note

| may | auditor | member |
| --- | --- | --- |
| create, read | yes | yes |
| export | yes | no |
| update, delete, history | no | no |

## 7. External systems and calls

none

## 8. Errors and their messages

derived

## 9. Constants and settings

none
`;

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await serve(planFrom('notes.md', DOCUMENT));
  cookie = await join(server, 'mia@example.com');
});
afterAll(() => server?.close());

/** 6: what no role allows that they hold now is FORBIDDEN, even if they might be given one. */
test('an export is refused, and not offered, to somebody who is no auditor yet', async () => {
  const url = '/api/notes?fields=name';
  expect((await server.ask('GET', url, { cookie })).statusCode).toBe(200);
  expect((await server.ask('GET', url, { cookie, headers: { accept: 'text/csv' } })).statusCode).toBe(403);
  const { screens } = (await server.ask('GET', '/api/-/product', { cookie })).json<ProductView>();
  expect(screens.find(({ slug }) => slug === 'notes')?.actions.map(({ kind }) => kind)).toEqual(['create']);
});
