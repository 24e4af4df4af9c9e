import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';
import { XLSX_TYPE } from '../request/preconditions.ts';

/** Reports over HTTP: as JSON for whoever may read, as files for whoever may export, in the words of their reader. */
const DOCUMENT = `# Specification: Jobs

## 1. What the product does and for whom

Planners keep jobs, and helpers look at them.

## 2. Screens and routes

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Jobs \`/jobs\`

| part | is |
| --- | --- |
| kind | list of Job |
| for | planner |
| columns | kind, price |
| actions | create, export |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| plans | boolean | default false |

### Job

| field | type | rules | label |
| --- | --- | --- | --- |
| kind | enum(small_repair, new_build) | optional | Sort |
| price | money in EUR | | Price |
| urgent | boolean | | Urgent |
| wanted | date | optional | Wanted |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| planner | \`user.plans\` |
| helper | signed in |

### Permissions

#### User

| may | planner | helper |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, history | no | no |

#### Job

| may | planner | helper |
| --- | --- | --- |
| create | yes | no |
| read | yes | \`not urgent\` |
| export | \`kind != "new_build"\` | no |
| update, delete, history | no | no |

## 7. External systems and calls

none

## 8. Errors and their messages

derived

## 9. Constants and settings

none
`;

const JOBS = [
  { kind: 'small_repair', price: '10.00', urgent: false, wanted: '2027-02-14' },
  { kind: 'small_repair', price: '2.50', urgent: true, wanted: '2027-05-01' },
  { kind: 'new_build', price: '100.00', urgent: false, wanted: '2027-02-20' },
  { kind: null, price: '1.00', urgent: false, wanted: null },
];

let server: TestServer;
let planner: string;
let helper: string;
beforeAll(async () => {
  server = await serve(planFrom('jobs.md', DOCUMENT));
  planner = await join(server, 'planner@example.com');
  helper = await join(server, 'helper@example.com');
  await server.engine.pool.query(`update product."user" set plans = email = 'planner@example.com'`);
  for (const payload of JOBS) await server.ask('POST', '/api/jobs', { cookie: planner, body: payload });
});
afterAll(() => server?.close());

const report = (cookie: string, query: string, headers: Record<string, string> = {}) =>
  server.ask('GET', `/api/jobs/report?${query}`, { cookie, headers });

test('a report has what its reader may read, by their filters', async () => {
  const all = await report(planner, '_rows=kind&_measures=count,sum(price)');
  expect(all.json()).toMatchObject({
    rows: [
      { key: 'small_repair', total: [2, '12.50'], cells: null },
      { key: 'new_build', total: [1, '100.00'] },
      { key: null, total: [1, '1.00'] },
    ],
    columns: null,
    total: [4, '113.50'],
  });
  const some = await report(helper, '_rows=quarter(wanted)&_columns=kind&price.lt=50');
  expect(some.json()).toMatchObject({
    rows: [
      { key: '2027-01-01', cells: [[1], null] },
      { key: null, cells: [null, [1]] },
    ],
    columns: [{ key: 'small_repair' }, { key: null }],
    total: [2],
  });
});

test('as a file it is for who may export, of what they may export, in the words of their language', async () => {
  const query = '_rows=kind&_columns=month(wanted)&_measures=sum(price)';
  expect((await report(helper, query, { accept: 'text/csv' })).statusCode).toBe(403);
  const csv = await report(planner, query, { accept: 'text/csv', 'accept-language': 'de' });
  expect(csv.headers['content-disposition']).toBe('attachment; filename="jobs-report.csv"');
  expect(csv.body).toBe(
    [
      'Sort,2027-02,2027-05,Nicht angegeben,Gesamt',
      'Small repair,10.00,2.50,,12.50',
      'Nicht angegeben,,,1.00,1.00',
      'Gesamt,10.00,2.50,1.00,13.50',
      '',
    ].join('\r\n'),
  );
  const several = await report(planner, '_rows=urgent&_columns=kind&_measures=count,max(wanted)', {
    accept: 'text/csv',
  });
  expect(several.body.split('\r\n').slice(0, 2)).toEqual([
    'Urgent,Small repair – Count,Small repair – Wanted: latest,Not stated – Count,Not stated – Wanted: latest,Total – Count,Total – Wanted: latest',
    'no,1,2027-02-14,1,,2,2027-02-14',
  ]);
  const sheet = await report(planner, query, { accept: XLSX_TYPE });
  expect([sheet.statusCode, sheet.headers['content-type'], sheet.rawPayload.subarray(0, 2).toString()]).toEqual([
    200,
    XLSX_TYPE,
    'PK',
  ]);
  const { rows } = await server.engine.pool.query<{ kind: string }>(
    `select kind from nonet.security_event where kind = 'exported'`,
  );
  expect(rows.length).toBe(3);
});

test.each([
  ['_columns=kind', '_rows'],
  ['_rows=kind&_measures=sum(kind)', 'kind'],
  ['_rows=kind&_group=kind', '_group'],
])('%s is refused at %s', async (query, field) => {
  const refused = await report(planner, query);
  expect([
    refused.statusCode,
    refused.json<{ errors: { field: string }[] }>().errors.map((each) => each.field),
  ]).toEqual([400, [field]]);
});

test('without rights on the entity a report is refused as its list', async () => {
  const nobody = await server.ask('GET', '/api/jobs/report?_rows=kind');
  const list = await server.ask('GET', '/api/jobs');
  expect([nobody.statusCode, nobody.json()]).toEqual([list.statusCode, list.json()]);
});
