import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { ENGINE_LIMITS, hashPassword, type PoolClient } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';
import { LIMITS } from './table.ts';

let desk: TestServer;
let mia: string;
let port: number;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  mia = await join(desk, 'mia@example.com');
  await desk.server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = desk.server.server.address() as net.AddressInfo);
});
afterAll(() => desk?.close());

const get = (path: string) => desk.ask('GET', path, { cookie: mia });
const post = (body: object) => desk.ask('POST', '/api/tickets', { cookie: mia, body });

describe('at a limit a request is read, and beyond it refused', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, place) => `k${place}=1`).join('&');
  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });
  const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, place) => [`k${place}`, 1]));

  test('keys of a query', async () => {
    const detailOf = async (count: number) =>
      (await get(`/api/tickets?${keys(count)}`)).json<{ detail: string }>().detail;
    expect(await detailOf(LIMITS.queryKeys)).not.toContain('at most');
    expect(await detailOf(LIMITS.queryKeys + 1)).toBe(`A query has at most ${LIMITS.queryKeys} keys.`);
  });

  test('a parameter in a path', async () => {
    expect((await get(`/api/tickets/${'x'.repeat(LIMITS.pathParameterCharacters)}`)).statusCode).toBe(404);
    expect((await get(`/api/tickets/${'x'.repeat(LIMITS.pathParameterCharacters + 1)}`)).statusCode).toBe(400);
  });

  test('nesting and keys of a body, and its length (MAX_BODY)', async () => {
    const detail = async (body: object) => (await post(body)).json<{ detail: string }>().detail;
    expect(await detail(nested(LIMITS.bodyDepth))).not.toContain('deeper');
    expect(await detail(nested(LIMITS.bodyDepth + 1))).toContain(`deeper than ${LIMITS.bodyDepth}`);
    const most = desk.engine.plan.settings.maximumBodyBytes;
    const long = (bytes: number) => ({ subject: 'x'.repeat(bytes - '{"subject":""}'.length) });
    expect((await post(long(most))).statusCode).not.toBe(413);
    expect((await post(long(most + 1))).statusCode).toBe(413);
    const plan = planFrom('desk.md');
    const roomy = await serve({ ...plan, settings: { ...plan.settings, maximumBodyBytes: 1_000_000 } });
    try {
      const detailOf = async (body: object) =>
        (await roomy.ask('POST', '/api/tickets', { body })).json<{ code: string; detail: string }>();
      expect((await detailOf(wide(LIMITS.bodyKeys))).code).toBe('UNAUTHENTICATED');
      expect((await detailOf(wide(LIMITS.bodyKeys + 1))).detail).toContain('more than 10000 keys');
    } finally {
      await roomy.close();
    }
  });
});

describe('a connection', () => {
  test('has the time that is published', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout } = desk.server.server;
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: LIMITS.headerSeconds * 1000,
      requestTimeout: LIMITS.requestSeconds * 1000,
      keepAliveTimeout: LIMITS.idleSeconds * 1000,
    });
    // Node looks for what is over each second, and not each half minute.
    expect(desk.server.server).toMatchObject({ connectionsCheckingInterval: 1000 });
  });

  test.each([
    ['headers that do not end', 'headersTimeout', 'GET /healthz HTTP/1.1\r\nhost: x\r\n'],
    [
      'a body that does not end',
      'requestTimeout',
      'POST /api/-/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    ],
  ] as const)('with %s is answered 408, and closed', async (_what, setting, sent) => {
    const { server } = desk.server;
    const before = server[setting];
    server[setting] = 100;
    try {
      const socket = net.connect(port, '127.0.0.1');
      socket.write(sent);
      expect(await text(socket)).toMatch(
        /^HTTP\/1\.1 408 [^]*content-type: application\/problem\+json[^]*"code":"INVALID"/,
      );
    } finally {
      server[setting] = before;
    }
  });
});

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400, 'INVALID'],
  ['an unknown method', 'FOO /api/tickets HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'INVALID'],
  [
    'two lengths',
    'POST /api/tickets HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    400,
    'INVALID',
  ],
  ['a path beyond all bounds', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'TOO_LARGE'],
] as const)('%s is answered by a problem, and closed', async (_what, sent, status, code) => {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*content-type: application/problem\\+json`));
  expect(JSON.parse(body)).toMatchObject({ status, code, clause: null });
});

test('an address that is named as a whole is answered as its path', async () => {
  const ask = (target: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\ncookie: ${mia}\r\nconnection: close\r\n\r\n`);
    return text(socket);
  };
  expect(await ask('http://x/api/-/session')).toContain('mia@example.com');
  expect(await ask('http://x?colour=red')).toMatch(/^HTTP\/1\.1 (200|404) /);
});

test('a statement that takes too long is answered UNAVAILABLE, with Retry-After', async () => {
  const { pool } = desk.engine;
  const list = async (): Promise<never> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local statement_timeout = 10');
      await client.query('select pg_sleep(30)');
      throw new Error('It has taken its time.');
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  desk.product.replace({ engine: { ...desk.engine, list } });
  try {
    const answer = await get('/api/tickets');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' });
  } finally {
    desk.product.replace({ engine: desk.engine });
  }
});

test('a sign-in behind too many others is refused', async () => {
  const most = ENGINE_LIMITS.passwordsInFlight + ENGINE_LIMITS.passwordsWaiting;
  const refused = new AbortController();
  const others = Array.from({ length: most }, async () => {
    while (!refused.signal.aborted) await hashPassword('some password');
  });
  const answer = await desk.ask('POST', '/api/-/session', { body: { email: 'new@example.com', password: 'x' } });
  refused.abort();
  await Promise.all(others);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  const after = await desk.ask('POST', '/api/-/session', { body: { email: 'new@example.com', password: 'x' } });
  expect(after.statusCode).toBe(401);
});

test('a product that stops answers the requests in progress, and begins no new ones', async () => {
  const shop = await serve(planFrom('desk.md'));
  const ann = await join(shop, 'ann@example.com');
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(shop.server.server.address() as net.AddressInfo).port}`;
  const { pool } = shop.engine;
  const taken: PoolClient[] = [];
  while (taken.length < pool.options.max) taken.push(await pool.connect());
  let received = 0;
  shop.server.server.on('request', () => (received += 1));
  const subjects = Array.from({ length: 30 }, (_, place) => `Ticket ${place}`);
  const under = subjects.map((subject) =>
    fetch(`${url}/api/tickets`, {
      method: 'POST',
      headers: { cookie: ann, 'content-type': 'application/json' },
      body: JSON.stringify({ subject }),
    }),
  );
  while (received < subjects.length) await new Promise((resolve) => setImmediate(resolve));
  const silent = net.connect((shop.server.server.address() as net.AddressInfo).port, '127.0.0.1');
  await once(silent, 'connect');
  const stopped = shop.server.close();
  // A connection on which nothing was sent is ended meanwhile, and gets no answer.
  expect(await text(silent)).toBe('');
  const late = await fetch(`${url}/healthz`).then(
    ({ status }) => status,
    () => 'refused',
  );
  expect([503, 'refused']).toContain(late);
  for (const client of taken) client.release();
  expect((await Promise.all(under)).map(({ status }) => status)).toEqual(subjects.map(() => 201));
  await stopped;
  const { rows } = await pool.query('select count(*)::int as count from product.ticket');
  expect(rows).toEqual([{ count: subjects.length }]);
  await shop.close();
});
