import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryEntryView } from '@nonet/client';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = `# Specification: Reports

## 1. What the product does and for whom

Members write reports, and auditors read what was sent.

## 2. Screens and routes

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Reports \`/reports\`

| part | is |
| --- | --- |
| kind | list of Report |
| for | member |
| columns | name |
| actions | create, send |

## 3. Entities and their fields

### Report

| field | type | rules |
| --- | --- | --- |
| name | text | |
| writer | User | default user, once |
| remarks | list of Remark | |
| status | state | |

| setting | is |
| --- | --- |
| history | kept |

### Remark

| field | type | rules |
| --- | --- | --- |
| text | text | |

## 4. States and transitions

### Report.status

| state | meaning | kind |
| --- | --- | --- |
| draft | | initial |
| sent | | final |

| event | from | to | by |
| --- | --- | --- | --- |
| create | new | draft | member |
| send | draft | sent | writer |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
| writer | \`writer == user\` | Report |
| auditor | assigned | |

### Permissions

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, history | no | no |

#### Report

| may | in state | writer | auditor | member |
| --- | --- | --- | --- | --- |
| read, history | draft | yes | no | no |
| read, history | sent | yes | yes | no |
| create | any | | no | yes |
| update, delete | any | no | no | no |

## 7. External systems and calls

none

## 8. Errors and their messages

derived

## 9. Constants and settings

none
`;

let server: TestServer;
let cookie: string;
let auditor: string;
beforeAll(async () => {
  server = await serve(planFrom('reports.md', DOCUMENT));
  cookie = await join(server, 'mia@example.com');
  auditor = await join(server, 'ann@example.com', ['auditor']);
});
afterAll(() => server?.close());

/** 6: a value that its reader could not read before is no change of it. */
test('a list of children that became readable with an event is not shown as changed by it', async () => {
  const body = { name: 'Of the year', remarks: [{ text: 'Read this first' }] };
  const created = await server.ask('POST', '/api/reports', { cookie, body });
  expect(created.statusCode).toBe(201);
  const url = `/api/reports/${created.json<{ id: string }>().id}`;
  expect((await server.ask('POST', `${url}/send`, { cookie })).statusCode).toBe(200);
  const entries = async (actor: string) =>
    (await server.ask('GET', `${url}/history`, { cookie: actor }))
      .json<HistoryEntryView[]>()
      .map(({ action, changes }) => [action, changes.map(({ field }) => field)]);
  expect(await entries(auditor)).toEqual([['send', []]]);
  expect(await entries(cookie)).toEqual([
    ['send', []],
    ['create', ['name', 'writer', 'remarks']],
  ]);
});
