import { routesOf } from '@nonet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
let ann: string;
let ticket: string;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  ann = await join(desk, 'ann@example.com', ['agent']);
  ticket = (await desk.ask('POST', '/api/tickets', { cookie: ann, body: { subject: 'Door' } })).json<{ id: string }>()
    .id;
});
afterAll(() => desk?.close());

/** A sign-in provider chooses the keys of its redirect, and a client that follows several lists names them itself. */
const OTHERS_CHOOSE = new Set(['/api/-/open-id/:/callback', '/api/-/events']);

test('a key that a route does not know is refused on every one of them, and never ignored', async () => {
  const asked: string[] = [];
  for (const { methods, path } of routesOf(desk.server)) {
    if (!path.startsWith('/api/') || OTHERS_CHOOSE.has(path) || path.endsWith('/answered')) continue;
    const url = path.replace('/api/:', '/api/tickets').replace('/:', `/${ticket}`).replace('/:', '/answer');
    for (const method of methods as ('GET' | 'POST')[]) {
      const sent = method === 'POST' && !path.endsWith('/files') && !path.endsWith('/import') ? { body: {} } : {};
      const answer = await desk.ask(method, `${url}?colour=red`, { cookie: ann, ...sent });
      if (answer.statusCode === 405) continue;
      asked.push(`${method} ${path}`);
      expect({ path, method, status: answer.statusCode }).toEqual({ path, method, status: 400 });
      // The answer to HEAD has no body.
      if (answer.body === '') continue;
      expect(answer.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'colour', code: 'INVALID' }] });
    }
  }
  expect(asked.length).toBeGreaterThan(30);
});
