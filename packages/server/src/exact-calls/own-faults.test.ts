import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

/** 7, `errors`: the status that a document states for errors is not the one of what is wrong with the product itself. */

const EXACT_CALLS = `### Answered

| setting | is |
| --- | --- |
| base | /exact |
| errors | \`422 {"code": "{code}", "status": "{status}"}\` |

| call | by | does | answers |
| --- | --- | --- | --- |
| \`GET /jobs\` | member | \`list Job order subject limit query.limit default 20\` | \`{"jobs": [Line]}\` |

### Shapes

#### Line of Job

| property | is |
| --- | --- |
| subject | subject |
`;

let jobs: TestServer;
let mia: string;
beforeAll(async () => {
  const document = readFileSync(new URL('../fixtures/jobs.md', import.meta.url), 'utf8');
  jobs = await serve(planFrom('jobs.md', document.replace(/### Answered[\s\S]*(?=## 8\.)/, `${EXACT_CALLS}\n`)));
  mia = await join(jobs, 'mia@example.com');
});
afterAll(() => jobs?.close());

const list = async (query = '') => {
  const answer = await jobs.ask('GET', `/exact/jobs${query}`, { cookie: mia });
  return [answer.statusCode, answer.json()];
};

test('a wrong request gets the status that the document states', async () => {
  expect(await list('?limit=x')).toEqual([422, { code: 'INVALID', status: 422 }]);
});

test('a fault of the product has status 500, in the form of the document', async () => {
  await jobs.engine.pool.query('alter table product.job rename to elsewhere');
  try {
    expect(await list()).toEqual([500, { code: 'INTERNAL', status: 500 }]);
  } finally {
    await jobs.engine.pool.query('alter table product.elsewhere rename to job');
  }
  expect(await list()).toEqual([200, { jobs: [] }]);
});
