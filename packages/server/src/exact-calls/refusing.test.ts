import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

/** Exact calls that refuse: in the document's words, and by what is in their path. */
const CALLS = `### Answered

| setting | is |
| --- | --- |
| base | /exact |
| errors | \`{"errors": [{"at": "{key}", "says": "{message}", "code": "{code}", "of": "{entity}"}]}\` |
| errors TOO_LONG | \`{"about": "{entity}", "at": "{key}"}\` |

| call | by | does | answers |
| --- | --- | --- | --- |
| \`GET /jobs\` | member | \`list Job order subject limit query.limit default 20\` | \`{"jobs": [Line]}\` |
| \`POST /jobs\` | member | create Job from body as Line | \`201 Line\` |
| \`POST /jobs/all\` | member | create Job from each body.jobs as Line | \`201 [Line]\` |
| \`DELETE /jobs\` | everyone | delete each Job | 204 |
| \`DELETE /jobs/{id}\` | everyone | delete Job by id | 204 |
| \`POST /people\` | everyone | sign up from body as Person | 201 |
| \`GET /gone\` | everyone | refuse GONE | none |

#### \`GET /jobs/{id}\`

| part | is |
| --- | --- |
| by | everyone |
| when | \`not path.id.matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)\` |
| does | refuse ODD |
| answers | none |

#### \`GET /jobs/{id}\`

| part | is |
| --- | --- |
| by | member |
| does | read Job by id |
| answers | Line |

### Shapes

#### Line of Job

| property | is |
| --- | --- |
| subject | subject |
| place | place |
| customer | customer.id |
| due | due |
| page? | spoken |

#### Person of User

| property | is |
| --- | --- |
| mail | email |
| called | name |
| secret | password |
`;

const ERRORS = `| code | status | message | when |
| --- | --- | --- | --- |
| INVALID | 400 | Invalid value | derived |
| REQUIRED | 422 | Where is {key}? | derived |
| GONE | 410 | It is gone. | |
| ODD | 422 | That is no job. | |
`;

let jobs: TestServer;
let mia: string;
let job: string;
let customer: string;

beforeAll(async () => {
  const { readFileSync } = await import('node:fs');
  const document = readFileSync(new URL('../fixtures/jobs.md', import.meta.url), 'utf8');
  const changed = document
    .replace(/### Answered[\s\S]*(?=## 8\.)/, `${CALLS}\n`)
    .replace('| boss | assigned | | |\n', '| boss | assigned | | |\n| visitor | anyone | | |\n')
    .replace(
      '| read | yes | no |\n| create, update, delete, update roles',
      '| read | yes | no |\n| create | yes | yes |\n| update, delete, update roles',
    )
    .replace('## 8. Error catalogue\n\nnone', `## 8. Error catalogue\n\n${ERRORS}`);
  jobs = await serve(planFrom('jobs.md', changed));
  mia = await join(jobs, 'mia@example.com');
  const post = async (url: string, body: unknown) =>
    (await jobs.ask('POST', url, { cookie: mia, body })).json<{ id: string }>().id;
  customer = await post('/api/customers', { name: 'Ann' });
  job = await post('/api/jobs', { subject: 'Roof', place: 'a', customer });
});
afterAll(() => jobs?.close());

const said = (at: string, says: string, code: string) => ({ errors: [{ at, says, code }] });

test.each<[string, 'GET' | 'POST', () => string, unknown, number, object]>([
  [
    'a query that can’t be read',
    'GET',
    () => '/exact/jobs?limit=x',
    undefined,
    400,
    said('limit', 'Invalid value', 'INVALID'),
  ],
  ...[{}, { jobs: null }, { jobs: 'x' }].map((body): [string, 'POST', () => string, unknown, number, object] => [
    `a body that lacks its list: ${JSON.stringify(body)}`,
    'POST',
    () => '/exact/jobs/all',
    body,
    400,
    { errors: [{ at: 'jobs', code: 'INVALID', of: 'job' }] },
  ]),
  ['a body’s value', 'POST', () => '/exact/jobs', { due: 5 }, 400, said('due', 'Invalid value', 'INVALID')],
  [
    'a key that a shape does not have',
    'POST',
    () => '/exact/jobs',
    { other: 1 },
    400,
    said('other', 'Invalid value', 'INVALID'),
  ],
  [
    'a limit, which is judged when everything has been written',
    'POST',
    () => '/exact/jobs',
    () => ({ subject: 'x'.repeat(81), place: 'b', customer }),
    422,
    { about: 'job', at: 'subject' },
  ],
  ['a call that refuses', 'GET', () => '/exact/gone', undefined, 410, said('request', 'It is gone.', 'GONE')],
  [
    'what a path does not match',
    'GET',
    () => '/exact/jobs/7',
    undefined,
    422,
    said('request', 'That is no job.', 'ODD'),
  ],
  ['what it matches', 'GET', () => `/exact/jobs/${job}`, undefined, 200, { subject: 'Roof' }],
])('%s', async (_, method, url, body, status, expected) => {
  const answer = await jobs.ask(method, url(), {
    cookie: mia,
    ...(body === undefined ? {} : { body: typeof body === 'function' ? body() : body }),
  });
  expect(answer.json()).toMatchObject(expected);
  expect(answer.statusCode).toBe(status);
});

// 7: `{entity}` is the user who signs up, whichever check refuses it, and `{key}` the property.
test.each([
  ['no address', { mail: undefined }, 'mail', 'REQUIRED', 422],
  ['no password', { secret: undefined }, 'secret', 'REQUIRED', 422],
  ['a password that is too short', { secret: 'x' }, 'secret', 'TOO_SHORT', 422],
  ['a key that the shape does not have', { other: 1 }, 'other', 'INVALID', 400],
])('a sign-up with %s', async (_what, changed, at, code, status) => {
  const body = { mail: 'ina@example.com', called: 'Ina', secret: 'a password that is long enough', ...changed };
  const answer = await jobs.ask('POST', '/exact/people', { body });
  expect([answer.statusCode, answer.json()]).toMatchObject([status, { errors: [{ at, code, of: 'user' }] }]);
});

// 7: an error is about the records that the call would change, also where their number is not stated.
test.each(['/exact/jobs', `/exact/jobs/01a1fe63-0000-7000-8000-000000000000`])(
  'a deletion of %s by nobody says what it is about',
  async (url) => {
    const answer = await jobs.ask('DELETE', url, {});
    expect(answer.json()).toMatchObject({ errors: [{ code: 'UNAUTHENTICATED', at: 'job', of: 'job' }] });
  },
);

test('each of several errors has the document’s words for its own code', async () => {
  const answer = await jobs.ask('POST', '/exact/jobs', { cookie: mia, body: { subject: 'Wall' } });
  const errors = answer.json<{ errors: { at: string; says: string }[] }>().errors;
  expect(errors.length).toBeGreaterThan(1);
  for (const { says } of errors) expect(says).toMatch(/^Where is .+\?$/);
});

test('the derived API names what is wrong in addition to the document’s words', async () => {
  const answer = await jobs.ask('POST', '/api/jobs', { cookie: mia, body: { due: 5 } });
  expect(answer.json()).toMatchObject({ detail: 'Invalid value', errors: [{ field: 'due' }] });
  expect(answer.json<{ errors: { message: string }[] }>().errors[0]?.message).not.toBe('Invalid value');
});
