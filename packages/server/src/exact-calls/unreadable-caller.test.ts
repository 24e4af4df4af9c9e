import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { serve, type TestServer } from '../fixtures/serve.ts';

/** 7: whoever signs up or in is answered, also if they may not read themselves: what shows the record is null. */

const CALLS = `### Answered

| setting | is |
| --- | --- |
| base | /exact |
| token | \`Authorization: Token {token}\` |

| call | by | does | answers |
| --- | --- | --- | --- |
| \`POST /join\` | everyone | \`sign up from body as Person\` | \`201 {"user": Seen, "token": request.token}\` |
| \`POST /registered\` | everyone | \`sign up from body as Person\` | \`201 Seen\` |
| \`POST /enter\` | everyone | \`sign in with body.email, body.password\` | \`{"user": Seen, "token": request.token}\` |
| \`GET /me\` | member | user | Seen |

### Shapes

#### Seen of User

| property | is |
| --- | --- |
| name | name |

#### Person of User

| property | is |
| --- | --- |
| email | email |
| name | name |
| password | password |
`;

const RIGHTS = `#### User

| may | member | others |
| --- | --- | --- |
| read | \`disabled\` | no |
| update, delete, update roles, update email | no | no |
| create | yes | yes |
`;

interface Description {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, DescribedAnswer> }>>;
}
interface DescribedAnswer {
  readonly content?: { readonly 'application/json': { readonly schema: unknown } };
}

let jobs: TestServer;
beforeAll(async () => {
  const document = readFileSync(new URL('../fixtures/jobs.md', import.meta.url), 'utf8');
  const text = document
    .replace(/### Answered[\s\S]*(?=## 8\.)/, `${CALLS}\n`)
    .replace('| boss | assigned | | |\n', '| boss | assigned | | |\n| visitor | anyone | | |\n')
    .replace(/#### User\n\n\| may [\s\S]*(?=## 7\.)/, `${RIGHTS}\n`);
  jobs = await serve(planFrom('jobs.md', text));
});
afterAll(() => jobs?.close());

test('a sign-up, a sign-in and a call about oneself', async () => {
  const token: unknown = expect.any(String);
  const body = { email: 'ina@example.com', name: 'Ina', password: 'a password that is long enough' };
  const joined = await jobs.ask('POST', '/exact/join', { body });
  expect([joined.statusCode, joined.json()]).toEqual([201, { user: null, token }]);
  const entered = await jobs.ask('POST', '/exact/enter', { body });
  expect([entered.statusCode, entered.json()]).toEqual([200, { user: null, token }]);
  const refused = await jobs.ask('GET', '/exact/me', {
    headers: { authorization: `Token ${joined.json<{ token: string }>().token}` },
  });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
});

test('an answer that is the record alone is null as JSON, and not empty', async () => {
  const body = { email: 'ada@example.com', name: 'Ada', password: 'a password that is long enough' };
  const { statusCode, headers, body: text } = await jobs.ask('POST', '/exact/registered', { body });
  expect([statusCode, headers['content-type'], text]).toEqual([201, 'application/json; charset=utf-8', 'null']);
});

test('the description says that a record may be null for whoever wrote it', async () => {
  const description = (await jobs.ask('GET', '/api/openapi.json')).json<Description>();
  const answered = description.paths['/exact/registered']?.['post']?.responses['201'];
  const schema = { anyOf: [{ $ref: '#/components/schemas/shape.Seen' }, { type: 'null' }] };
  expect(answered?.content?.['application/json'].schema).toEqual(schema);
});
