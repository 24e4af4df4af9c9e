import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { cookieOf, join, serve, type TestServer } from './fixtures/serve.ts';
import { Product } from './product.ts';
import { createServer } from './server.ts';

const DIAGNOSTIC = {
  code: 'N001',
  severity: 'error',
  message: 'Wrong.',
  file: 'desk.md',
  line: 3,
  column: 1,
  endColumn: null,
  excerpt: '',
};

let desk: TestServer;
let url: string;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'), { mode: 'dev' });
  await seed(desk.engine, { demo: true });
  url = await desk.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => desk?.close());

describe('demo accounts', () => {
  test('are those of the demo records, and sign in by a click or by their password', async () => {
    const accounts = (await desk.ask('GET', '/api/-/dev/accounts')).json();
    expect(accounts.map(({ email }: { email: string }) => email)).toEqual([
      'mia@example.com',
      'max@example.com',
      'ann@example.com',
    ]);
    const switched = await desk.ask('POST', '/api/-/dev/session', { body: { id: accounts[2].id } });
    expect((await desk.ask('GET', '/api/-/session', { cookie: cookieOf(switched) })).json().user.roles).toEqual([
      'agent',
    ]);
    const body = { email: 'mia@example.com', password: 'mias long password' };
    expect((await desk.ask('POST', '/api/-/session', { body })).statusCode).toBe(200);
  });

  test('a real user of the same database is no demo account', async () => {
    await join(desk, 'real@example.com', ['agent']);
    expect((await desk.ask('GET', '/api/-/dev/accounts')).body).not.toContain('real@example.com');
  });
});

test('an answer to a write says how it was carried out', async () => {
  const [mia] = (await desk.ask('GET', '/api/-/dev/accounts')).json();
  const cookie = cookieOf(await desk.ask('POST', '/api/-/dev/session', { body: { id: mia.id } }));
  const made = await desk.ask('POST', '/api/tickets', { cookie, body: { subject: 'A lamp is broken' } });
  expect([made.statusCode, made.headers['nonet-write-path']]).toEqual([
    201,
    expect.stringMatching(/^(one|several) statements?$/),
  ]);
  expect((await desk.ask('GET', '/api/tickets', { cookie })).headers['nonet-write-path']).toBeUndefined();
});

describe('a document that changes while it is served', () => {
  test('notifies who watches, and serves the new one from the next request on', async () => {
    const watching = new AbortController();
    const response = await fetch(`${url}/api/-/dev/events`, { signal: watching.signal });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const nextEvent = async (): Promise<unknown> => {
      for (;;) {
        const { value = '', done } = (await reader?.read()) ?? {};
        const data = /^data: (.*)$/m.exec(value)?.[1];
        if (data) return JSON.parse(data);
        if (done) throw new Error('The events ended.');
      }
    };
    const running = desk.product.current();
    desk.product.fail({ kind: 'errors', diagnostics: [DIAGNOSTIC] });
    expect(await nextEvent()).toEqual({ kind: 'errors', diagnostics: [DIAGNOSTIC] });
    expect(desk.product.current()).toBe(running);

    const plan = { ...desk.engine.plan, title: 'Another desk' };
    const { revision } = desk.product.replace({ engine: { ...desk.engine, plan } });
    expect(await nextEvent()).toEqual({ kind: 'reload', revision });
    expect(revision).not.toBe(running?.revision);
    expect((await desk.ask('GET', '/api/-/product')).json().title).toBe('Another desk');
    expect(desk.product.failure()).toBeNull();

    // A document whose mistake is taken back is announced, though nothing else is served than before.
    desk.product.fail({ kind: 'refused', message: 'It would lose something.', offers: [] });
    expect(await nextEvent()).toEqual({ kind: 'refused', message: 'It would lose something.', offers: [] });
    expect([desk.product.recover(), desk.product.recover()]).toEqual([true, false]);
    expect(await nextEvent()).toEqual({ kind: 'reload', revision });
    expect(desk.product.failure()).toBeNull();
    watching.abort();
  });

  test('without a first product everything waits for one, and the page shows why', async () => {
    const product = new Product(null);
    product.fail({ kind: 'errors', diagnostics: [DIAGNOSTIC] });
    const server = await createServer({ product, mode: 'dev', uiFolder: null });
    expect((await server.inject('/api/-/product')).statusCode).toBe(503);
    expect((await server.inject('/api/tickets')).json().code).toBe('UNAVAILABLE');
    expect((await server.inject('/readyz')).statusCode).toBe(503);
    expect((await server.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(200);
    await server.close();
  });
});

test('the log shows who requested what, but not what was sent', async () => {
  const lines: string[] = [];
  const server = await createServer({
    product: desk.product,
    mode: 'production',
    uiFolder: null,
    log: 'requests',
    logStream: { write: (line) => lines.push(line) },
  });
  const payload = { email: 'mia@example.com', password: 'canary-password' };
  await server.inject({
    method: 'POST',
    url: '/api/-/session',
    payload,
    headers: { cookie: 'canary=cookie' },
  });
  await server.inject({ url: '/api/nothing?canary=query' });
  await server.close();
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(answered).toMatchObject([
    { method: 'POST', path: '/api/-/session', status: 401, user: null, request: expect.any(String), clause: null },
    // A segment that is not one of the product's words may be a value.
    { method: 'GET', path: '/api/*', status: 404 },
  ]);
  expect(lines.join('')).not.toMatch(/canary|mia@/);
});
