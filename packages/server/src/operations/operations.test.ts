import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PoolClient } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';
import { LIMITS, limitsTable } from '../limits/table.ts';
import { loggedFault } from './fault.ts';

const TOKEN = 'a token of the deployment';
const lines: string[] = [];
let desk: TestServer;
let mia: string;

beforeAll(async () => {
  const logStream = { write: (line: string) => lines.push(line) };
  desk = await serve(planFrom('desk.md'), { metricsToken: TOKEN.replaceAll(' ', '-'), log: 'requests', logStream });
  mia = await join(desk, 'mia@example.com');
});
afterAll(() => desk?.close());

const metrics = (token: string) => desk.ask('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } });

describe('the metrics', () => {
  test.each([
    ['nothing', ''],
    ['another token', 'Bearer something-else'],
    ['no bearer', TOKEN.replaceAll(' ', '-')],
  ])('are closed to %s', async (_what, authorization) => {
    const answer = await desk.ask('GET', '/metrics', { cookie: mia, headers: { authorization } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).not.toContain('nonet_');
  });

  test('count requests by route, refusals by clause, gaps, and connections', async () => {
    await desk.ask('GET', '/api/tickets', { cookie: mia });
    await desk.ask('GET', '/api/tickets/01a1fe63-0000-7000-8000-000000000000', { cookie: mia });
    desk.engine.hit('2.Plans', []);
    const answer = await metrics(TOKEN.replaceAll(' ', '-'));
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toMatch(
      /nonet_request_duration_seconds_count\{method="GET",route="\/api\/:path",status="200"\} 1/,
    );
    expect(answer.body).toMatch(/nonet_refusals_total\{code="NOT_FOUND",clause=""\} 1/);
    expect(answer.body).toMatch(/nonet_gap_hits\{clause="2\.Plans"\} 1/);
    expect(answer.body).toMatch(/nonet_database_connections\{state="awaited"\} 0/);
    expect(answer.body).toMatch(/nonet_writes\{path="one statement"\} \d+/);
    expect(answer.body).toMatch(/process_resident_memory_bytes \d+/);
  });

  test('there are none without a token', async () => {
    const closed = await serve(planFrom('desk.md'));
    try {
      expect((await closed.ask('GET', '/metrics')).statusCode).toBe(404);
    } finally {
      await closed.close();
    }
  });
});

describe('the log', () => {
  test('shows who requested what, and the code and clause of a refusal, but nothing that was sent', async () => {
    lines.length = 0;
    const answer = await desk.ask('POST', '/api/-/session', {
      body: { email: 'mia@example.com', password: 'not her password' },
    });
    await desk.ask('GET', '/api/tickets?subject=secret', { cookie: mia });
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toMatchObject([
      { method: 'POST', path: '/api/-/session', status: 401, code: 'WRONG_CREDENTIALS', user: null },
      { method: 'GET', path: '/api/tickets', user: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(logged[0]?.request).toBe(answer.headers['x-request-id']);
    expect(lines.join('')).not.toMatch(/mia@|not her|secret/);
  });

  test('leaves out the values that PostgreSQL quotes', async () => {
    const fault: unknown = await desk.engine.pool.query(`select 'mia@example.com'::date`).catch((error) => error);
    expect((fault as Error).message).toContain('mia@');
    expect(JSON.stringify(loggedFault(fault))).not.toContain('mia@');
    expect(loggedFault(fault).message).toBe('invalid input syntax for type date: "…" (22007 DateTimeParseError)');
  });
});

test('requests that would only wait are refused at once, and the others are answered', async () => {
  const taken: PoolClient[] = [];
  while (taken.length < desk.engine.pool.options.max) taken.push(await desk.engine.pool.connect());
  const waiting = Array.from({ length: LIMITS.requestsInFlight }, () =>
    desk.ask('GET', '/api/tickets', { cookie: mia }),
  );
  // Each of them has come as far as the database.
  while (desk.engine.pool.waitingCount === 0) await new Promise((resolve) => setImmediate(resolve));
  const over = await desk.ask('GET', '/api/tickets', { cookie: mia });
  expect(over.statusCode).toBe(503);
  expect(over.headers['retry-after']).toBe('5');
  expect(over.json()).toMatchObject({ code: 'UNAVAILABLE' });
  expect((await desk.ask('GET', '/healthz')).statusCode).toBe(200);
  for (const client of taken) client.release();
  const statuses = new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode));
  expect([...statuses]).toEqual([200]);
  expect((await desk.ask('GET', '/api/tickets', { cookie: mia })).statusCode).toBe(200);
});

test('docs/operations.md publishes the limits', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  expect(page).toContain(limitsTable());
});

test('a statement has so much time', async () => {
  const { rows } = await desk.engine.pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '30s' }]);
});
