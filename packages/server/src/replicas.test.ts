import { createEngine, type RunningEngine } from '@nonet/engine';
import { type Primary, type Standby, startPrimary } from '@nonet/testing/standby';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EventStream } from './fixtures/event-stream.ts';
import { planFrom } from './fixtures/plans.ts';
import { join, type TestServer } from './fixtures/serve.ts';
import { Product } from './product.ts';
import { createServer } from './server.ts';

// An answer of a replica is one that the primary could have given when the request came (decision 45).

let primary: Primary;
let standby: Standby;
let desk: TestServer;
let mia: string;
let ann: string;

beforeAll(async () => {
  primary = await startPrimary();
  const databaseUrl = await primary.database('desk');
  const plan = planFrom('desk.md');
  // The tables are there before the standby is.
  await (await createEngine({ plan, databaseUrl })).close();
  standby = await primary.follow();
  const engine = await createEngine({ plan, databaseUrl, replicaUrls: [standby.url('desk')] });
  const product = new Product({ engine });
  const server = await createServer({ product, mode: 'production', uiFolder: null, metricsToken: 'open' });
  desk = {
    server,
    product,
    engine,
    ask: (method, url, { cookie, body, headers } = {}) =>
      server.inject({
        method,
        url,
        headers: { ...(cookie ? { cookie } : {}), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    close: async () => {
      await server.close();
      await engine.close();
    },
  };
  mia = await join(desk, 'mia@example.com');
  ann = await join(desk, 'ann@example.com', ['agent']);
});
afterEach(() => standby.run('select pg_wal_replay_resume()'));
afterAll(async () => {
  await desk?.close();
  await primary?.stop();
});

const pause = async () => {
  await standby.run('select pg_wal_replay_pause()');
  await expect
    .poll(() => standby.run('select pg_get_wal_replay_pause_state() as state'))
    .toEqual([{ state: 'paused' }]);
};
const state = (engine: RunningEngine) => engine.replicas().states[0];
/** How many readings the replica and the primary did for some work. */
async function counted<T>(work: () => Promise<T>) {
  const counts = () => ({
    replica: state(desk.engine)?.answered ?? 0,
    primary: desk.engine.replicas().byPrimary,
  });
  const before = counts();
  const answer = await work();
  const after = counts();
  return { answer, replica: after.replica - before.replica, primary: after.primary - before.primary };
}
const create = async (subject: string, cookie = mia) => {
  const answer = await desk.ask('POST', '/api/tickets', { cookie, body: { subject } });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ id: string }>().id;
};
const subjects = async (cookie: string, query = '') =>
  (await desk.ask('GET', `/api/tickets${query}`, { cookie }))
    .json<{ items: { subject: string }[] }>()
    .items.map(({ subject }) => subject);

test('lists, totals, records, sums, dashboards, reports and exports are read from the replica', async () => {
  const id = await create('Reading');
  const asked: readonly [what: string, url: string, accept?: string][] = [
    ['a page', '/api/tickets'],
    ['its total', '/api/tickets?count=exact'],
    ['a search', '/api/tickets?screen=tickets&q=Read'],
    ['a record', `/api/tickets/${id}`],
    ['a part of it', `/api/tickets/${id}?fields=subject`],
    ['sums', '/api/tickets/summary?_sum=cost'],
    ['a dashboard', '/api/-/dashboards/overview'],
    ['a report', '/api/tickets/report?_rows=status'],
    ['an export', '/api/tickets', 'text/csv'],
  ];
  const found: Record<string, unknown> = {};
  for (const [what, url, accept = 'application/json'] of asked) {
    const headers = { accept };
    const { answer, replica, primary: other } = await counted(() => desk.ask('GET', url, { cookie: ann, headers }));
    found[what] = [answer.statusCode, replica > 0, other];
  }
  expect(found).toEqual(Object.fromEntries(asked.map(([what]) => [what, [200, true, 0]])));
});

test('metrics and readiness tell of the replica', async () => {
  const ready = await desk.ask('GET', '/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', replicas: { all: 1, answering: 1 } }]);
  const metrics = await desk.ask('GET', '/metrics', { headers: { authorization: 'Bearer open' } });
  expect(metrics.body).toMatch(/nonet_replica_readings\{server="127\.0\.0\.1:\d+"\} [1-9]/);
  expect(metrics.body).toMatch(/nonet_replica_up\{server="127\.0\.0\.1:\d+",reason=""\} 1/);
  expect(metrics.body).toMatch(/nonet_replica_lag_seconds\{server="127\.0\.0\.1:\d+"\} 0/);
});

test('who has written reads it, and so does everybody else, while the replica is half a second behind', async () => {
  await standby.run(`alter system set recovery_min_apply_delay = '500ms'`);
  await standby.run('select pg_reload_conf()');
  const stale: string[] = [];
  const { primary: byPrimary } = await counted(async () => {
    for (let place = 0; place < 60; place++) {
      const subject = `Written ${place}`;
      const id = await create(subject);
      for (const cookie of [mia, ann]) {
        const { statusCode } = await desk.ask('GET', `/api/tickets/${id}`, { cookie });
        if (statusCode !== 200) stale.push(`${subject}: ${statusCode}`);
      }
      if (!(await subjects(ann, '?order=-number&limit=1')).includes(subject)) stale.push(`${subject} in the list`);
    }
  });
  expect([stale, byPrimary]).toEqual([[], 180]);
  await standby.run('alter system reset recovery_min_apply_delay');
  await standby.run('select pg_reload_conf()');
});

describe('while nothing is replayed', () => {
  test('what has not changed is read there, and what has from the primary', async () => {
    const cookie = await join(desk, 'rae@example.com', ['agent']);
    // Known as unchanged, and replayed.
    await expect.poll(async () => (await counted(() => desk.ask('GET', '/api/ratings', { cookie }))).replica).toBe(1);
    await pause();
    await desk.engine.pool.query(`update product.ticket set cost = 1`);
    const ratings = await counted(() => desk.ask('GET', '/api/ratings', { cookie }));
    expect([ratings.answer.statusCode, ratings.replica, ratings.primary]).toEqual([200, 1, 0]);
    const tickets = await counted(() => desk.ask('GET', '/api/tickets', { cookie }));
    expect([tickets.answer.statusCode, tickets.replica, tickets.primary > 0]).toEqual([200, 0, true]);
  });

  test('a user who is disabled is out at once, and one who has lost a role', async () => {
    const cookie = await join(desk, 'lea@example.com', ['agent']);
    const ratings = () => counted(() => desk.ask('GET', '/api/ratings', { cookie }));
    await expect.poll(async () => (await ratings()).replica).toBe(1);
    await pause();
    await desk.engine.pool.query(`update product."user" set roles = '{}' where email = 'lea@example.com'`);
    expect((await ratings()).answer.json()).toMatchObject({ items: [] });
    await desk.engine.pool.query(`update product."user" set disabled = true where email = 'lea@example.com'`);
    expect((await ratings()).answer.statusCode).toBe(401);
  });

  test('a row that has become somebody else’s is theirs alone at once', async () => {
    const id = await create('Handed over');
    const other = await join(desk, 'max@example.com');
    await expect.poll(async () => (await counted(() => subjects(other))).replica).toBe(1);
    await pause();
    await desk.engine.pool.query(
      `update product.ticket set asker = (select id from product."user" where email = 'max@example.com') where id = $1`,
      [id],
    );
    const statuses = [mia, other].map(
      async (cookie) => (await desk.ask('GET', `/api/tickets/${id}`, { cookie })).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([404, 200]);
    expect(await subjects(mia)).not.toContain('Handed over');
    expect(await subjects(other)).toEqual(['Handed over']);
  });

  test('totals and tags are of now, and a stream tells nobody of what they can’t read', async () => {
    const total = async () =>
      (await desk.ask('GET', '/api/tickets?count=exact&limit=1', { cookie: ann })).json<{ count: number }>().count;
    const before = await total();
    const stream = await EventStream.open(desk, '/api/tickets/events?order=-number', ann);
    try {
      await pause();
      const id = await create('Streamed');
      await stream.until(() => stream.text.includes('Streamed'));
      const { statusCode, headers } = await desk.ask('GET', `/api/tickets/${id}`, { cookie: ann });
      expect([statusCode, await total()]).toEqual([200, before + 1]);
      const change = { body: { remark: 'Seen' }, headers: { 'if-match': String(headers.etag) }, cookie: ann };
      expect((await desk.ask('PATCH', `/api/tickets/${id}`, change)).statusCode).toBe(200);
      const again = await desk.ask('GET', `/api/tickets/${id}`, { cookie: ann });
      expect(again.json()).toMatchObject({ remark: 'Seen' });
      expect(again.headers.etag).not.toBe(headers.etag);
    } finally {
      stream.close();
    }
  });
});
