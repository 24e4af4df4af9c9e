import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';

let desk: TestServer;
let exact: TestServer;
let mia: string;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  exact = await serve(planFrom('../../../../examples/realworld/spec.md'));
  mia = await join(desk, 'mia@example.com');
});
afterAll(async () => {
  await desk?.close();
  await exact?.close();
});

const NULL = '\u0000';
const HALF = '\ud800';

test.each<[string, string, object]>([
  ['a name at sign-in', '/api/-/session', { email: `a${NULL}`, password: 'x' }],
  ['half a character there', '/api/-/session', { email: `a${HALF}`, password: 'x' }],
  ['a password', '/api/-/session', { email: 'a@example.com', password: `x${NULL}` }],
  ['a new password', '/api/-/password', { current: 'x', password: `a long enough password${NULL}` }],
  ['the name of a token', '/api/-/tokens', { name: `t${NULL}` }],
  ['its roles', '/api/-/tokens', { name: 't', roles: [`r${HALF}`] }],
  ['the address for a link', '/api/-/password-links', { email: `a${NULL}` }],
  ['the token of a link', '/api/-/password-links/use', { token: NULL, password: 'a long enough password' }],
  ['a saved view', '/api/-/views', { screen: `s${NULL}`, name: 'v', state: {} }],
  ['the state of a view', '/api/-/views', { screen: 's', name: 'v', state: { search: HALF } }],
  ['a key', '/api/-/views', { [`k${NULL}`]: 1 }],
])('U+0000 and half a character are refused in %s', async (_what, url, body) => {
  const answer = await desk.ask('POST', url, { cookie: mia, body });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'INVALID']);
});

test.each([
  ['GET', '/api/tickets/%00'],
  ['GET', '/api/tickets?q=%00'],
  ['GET', '/api/-/files/%00'],
  ['DELETE', '/api/-/tokens/%00'],
  ['DELETE', '/api/-/views/%00'],
  ['POST', '/api/-/open-id/%00'],
  ['GET', '/api/-/dashboards/%00'],
] as const)('%s %s is no fault', async (method, url) => {
  const answer = await desk.ask(method, url, { cookie: mia });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
});

test('exact calls refuse them in bodies and paths', async () => {
  const { calls } = exact.engine.plan.answered;
  for (const { method, path } of calls) {
    const url = path.replaceAll(/\{[^}]+\}/g, '%00');
    const body = ['POST', 'PUT', 'PATCH'].includes(method)
      ? { body: { user: { username: NULL, email: NULL, password: NULL }, article: { title: HALF } } }
      : {};
    const answer = await exact.ask(method, url, body);
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(500);
  }
});
