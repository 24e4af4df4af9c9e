import { createEngine, type RunningEngine } from '@nonet/engine';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventStream } from './fixtures/event-stream.ts';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, signIn, type TestServer } from './fixtures/serve.ts';
import { Product } from './product.ts';
import { createServer } from './server.ts';

/** Two processes' parts on one database: an engine with a pool, and a server, each. */
let first: TestServer;
let second: TestServer;
let engine: RunningEngine;
let server: FastifyInstance;

beforeAll(async () => {
  const plan = planFrom('desk.md');
  first = await serve(plan);
  engine = await createEngine({ plan, databaseUrl: first.engine.pool.options.connectionString ?? '' });
  const product = new Product({ engine });
  server = await createServer({ product, mode: 'production', uiFolder: null });
  second = {
    ...first,
    engine,
    product,
    server,
    ask: (method, url, { cookie, body, headers } = {}) =>
      server.inject({
        method,
        url,
        headers: { ...(cookie ? { cookie } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
  };
});
afterAll(async () => {
  await server?.close();
  await engine?.close();
  await first?.close();
});

const who = async (process: TestServer, cookie: string) =>
  (await process.ask('GET', '/api/-/session', { cookie })).json<{ user: object | null }>().user;

test('a session of one is one of the other, until it ends in either', async () => {
  const cookie = await join(first, 'mia@example.com');
  expect(await who(second, cookie)).toMatchObject({ email: 'mia@example.com' });
  expect((await second.ask('GET', '/api/tickets', { cookie })).statusCode).toBe(200);
  await first.ask('DELETE', '/api/-/session', { cookie });
  expect(await who(second, cookie)).toBeNull();
  expect((await second.ask('GET', '/api/tickets', { cookie })).statusCode).toBe(401);
});

test('roles that are taken away in one are gone in the other, where they are remembered', async () => {
  const cookie = await join(first, 'ann@example.com', ['agent']);
  const rate = () => second.ask('POST', '/api/ratings', { cookie, body: { points: 3 } });
  expect((await rate()).statusCode).toBe(201);
  await first.engine.pool.query(`update product."user" set roles = '{}' where email = 'ann@example.com'`);
  expect((await rate()).statusCode).toBe(403);
});

test('LOGIN_ATTEMPTS count in both together', async () => {
  await join(first, 'max@example.com');
  const statuses: number[] = [];
  for (const process of [first, second, first, second]) {
    const body = { email: 'max@example.com', password: 'wrong' };
    statuses.push((await process.ask('POST', '/api/-/session', { body })).statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
  await expect(signIn(second, 'max@example.com')).rejects.toThrow('429');
});

test('one of several copies of a write under one key, sent to both processes at once, is made', async () => {
  const cookie = await join(first, 'eva@example.com');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      (place % 2 ? first : second).ask('POST', '/api/tickets', {
        cookie,
        body: { subject: 'Once' },
        headers: { 'idempotency-key': 'the-same-for-all' },
      }),
    ),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  for (const answer of answers) expect(answer.json()).toEqual(answers[0]?.json());
  const { rows } = await engine.pool.query(`select count(*)::int as count from product.ticket where subject = 'Once'`);
  expect(rows).toEqual([{ count: 1 }]);
});

test('gaps that both run into are counted together', async () => {
  for (const each of [first.engine, engine]) each.hit('2.Plans', []);
  expect((await engine.hits()).get('2.Plans')).toBeGreaterThanOrEqual(1);
  await first.engine.hits();
  expect((await engine.hits()).get('2.Plans')).toBe(2);
});

test('whose document another process has changed is ready as long as what it writes has a place', async () => {
  const ready = async (process: TestServer) => (await process.ask('GET', '/readyz')).json<object>();
  const both = async () => [await ready(first), await ready(second)];
  const [yes, no] = [{ status: 'ready' }, { status: 'another document' }];
  expect(await both()).toEqual([yes, yes]);
  const { pool, plan } = engine;
  const sources = [{ path: 'desk.md', text: '# Specification: Another desk' }];
  await createEngine({ plan: { ...plan, title: 'Another desk', sources }, pool });
  expect(await both()).toEqual([yes, yes]);
  await pool.query('update nonet.version set keeps_former = false where number = 2');
  expect(await both()).toEqual([no, no]);
  await createEngine({ plan, pool });
  expect(await both()).toEqual([yes, yes]);
});

test('people at a record are told of each other, whichever process they are at, and of nobody else', async () => {
  const mia = await join(first, 'present-mia@example.com');
  const ann = await join(first, 'present-ann@example.com', ['agent']);
  const max = await join(first, 'present-max@example.com');
  const made = await first.ask('POST', '/api/tickets', { cookie: mia, body: { subject: 'Looked at' } });
  const { id } = made.json<{ id: string }>();
  const follow = (process: TestServer, cookie: string, more = '') =>
    EventStream.open(process, `/api/-/events?a=${encodeURIComponent(`-/presence/tickets/${id}${more}`)}`, cookie);
  const newest = (stream: EventStream) => JSON.stringify(stream.events.at(-1)?.data ?? null);
  const [hers, hidden] = await Promise.all([follow(first, mia), follow(second, max)]);
  await hers.until(() => newest(hers) === '{"list":"a","people":[]}');
  // Who may not read the record is told of nobody, and nobody is told of them.
  await hidden.ended();
  expect(hidden.events.map(({ event }) => event)).toEqual(['end']);
  const agents = await follow(second, ann);
  await agents.until(() => newest(agents).includes('"edits":false'));
  await hers.until(() => newest(hers).includes('"edits":false'));
  expect(agents.events.at(-1)?.data).toMatchObject({ people: [{ _title: expect.stringMatching(/mia/i) }] });
  const edits = await follow(second, ann, '?editing');
  await hers.until(() => newest(hers).includes('"edits":true'));
  edits.close();
  await hers.until(() => newest(hers).includes('"edits":false'));
  agents.close();
  await hers.until(() => newest(hers) === '{"list":"a","people":[]}');
  expect(hers.text).not.toContain('max');
  hers.close();
});
