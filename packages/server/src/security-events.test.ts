import { createSocket } from 'node:dgram';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addUser,
  forwardSecurityEvents,
  hashPassword,
  listSecurityEvents,
  type SecurityEvent,
  verifySecurityEvents,
} from '@nonet/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from './fixtures/serve.ts';

const PASSWORD = 'a long enough password';
let desk: TestServer;
let mia: string;
let boss: string;
beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  const add = async (email: string, roles: readonly string[]) =>
    (await addUser(desk.engine, { email, name: email, roles, passwordHash: await hashPassword(PASSWORD), fields: {} }))
      .id;
  mia = await add('mia@example.com', []);
  boss = await add('boss@example.com', ['agent']);
});
afterAll(() => desk?.close());

const signIn = (email: string, password: string) => desk.ask('POST', '/api/-/session', { body: { email, password } });
const all = () => listSecurityEvents(desk.engine.pool, { limit: 1000 });

test('notes who signed in, failed to, made a token, got other roles and was denied; and no secret', async () => {
  const cookie = cookieOf(await signIn('mia@example.com', PASSWORD));
  await signIn('mia@example.com', 'canary password');
  await signIn('canary-who-typed-a-password-here', 'canary password');
  const made = await desk.ask('POST', '/api/-/tokens', { cookie, body: { name: 'canary name' } });
  // A program may not manage the account.
  const authorization = `Bearer ${made.json<{ token: string }>().token}`;
  expect((await desk.ask('GET', '/api/-/tokens', { headers: { authorization } })).statusCode).toBe(403);
  await desk.engine.pool.query(`update product."user" set roles = '{agent}', updated_by = $2 where id = $1`, [
    mia,
    boss,
  ]);
  await desk.engine.pool.query(`update product."user" set roles = '{}' where id = $1`, [mia]);
  await desk.ask('DELETE', '/api/-/session', { cookie });
  await expect
    .poll(async () => (await all()).find(({ kind }) => kind === 'denied')?.detail)
    .toEqual({ route: 'GET /api/-/tokens', clause: null });
  const events = (await all()).toReversed();
  const noted = events.map(({ kind, actor, subject, network }) => ({ kind, actor, subject, network }));
  const here = '127.0.0.1';
  expect(noted).toContainEqual({ kind: 'signed in', actor: mia, subject: null, network: here });
  expect(noted).toContainEqual({ kind: 'sign-in failed', actor: null, subject: mia, network: here });
  expect(noted).toContainEqual({ kind: 'sign-in failed', actor: null, subject: null, network: here });
  expect(noted).toContainEqual({ kind: 'token made', actor: mia, subject: null, network: null });
  expect(noted).toContainEqual({ kind: 'signed out', actor: mia, subject: null, network: null });
  const changed = events.find(({ kind }) => kind === 'roles changed');
  expect(changed).toMatchObject({ actor: boss, subject: mia, detail: { from: [], to: ['agent'] } });
  expect(JSON.stringify(events)).not.toContain('canary');
});

test('a changed, removed or cut-off event is found', async () => {
  const { pool } = desk.engine;
  const whole = await verifySecurityEvents(pool);
  expect(whole).toMatchObject({ broken: null });
  const last = whole.last ?? { position: 0, hash: '' };
  const tries: readonly [change: string, problem: 'changed' | 'missing', position: number][] = [
    [`update nonet.security_event set network = '192.0.2.1' where position = 2`, 'changed', 2],
    [`update nonet.security_event set detail = '{"x": 1}' where position = 3`, 'changed', 3],
    [`delete from nonet.security_event where position = 3`, 'missing', 3],
    [
      `update nonet.security_event set at = at - interval '1 day' where position = ${last.position}`,
      'changed',
      last.position,
    ],
    [`delete from nonet.security_event where position = ${last.position}`, 'missing', last.position],
  ];
  for (const [change, problem, position] of tries) {
    await pool.query('create table public.kept as select * from nonet.security_event');
    await pool.query(change);
    expect((await verifySecurityEvents(pool, last)).broken, change).toEqual({ problem, position });
    await pool.query('truncate nonet.security_event');
    await pool.query('insert into nonet.security_event select * from public.kept');
    await pool.query('drop table public.kept');
  }
  expect(await verifySecurityEvents(pool, last)).toEqual(whole);
});

test('events are sent on in their order, each at least once, also after a failure', async () => {
  const received: SecurityEvent[] = [];
  let status = 500;
  const faults: unknown[] = [];
  const receiver = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (status === 200) received.push(...(JSON.parse(body) as { events: SecurityEvent[] }).events);
      expect(request.headers['webhook-signature']).toMatch(/^v1,/);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`);
  const target = { url, secret: 'canary-secret', allowPrivateTargets: true };
  const forwarding = forwardSecurityEvents(desk.engine.pool, target, (fault) => faults.push(fault));
  try {
    await expect(forwarding.settle()).rejects.toThrow('it answers 500');
    status = 200;
    await forwarding.settle();
    await signIn('mia@example.com', 'not it');
    await forwarding.settle();
  } finally {
    await forwarding.stop();
    receiver.close();
  }
  const expected = (await all()).toReversed();
  expect(received).toEqual(expected);
  expect(faults.every((fault) => String(fault).includes('it answers 500'))).toBe(true);
});

test('syslog gets one message for each', async () => {
  const socket = createSocket('udp4');
  const messages: string[] = [];
  socket.on('message', (message) => messages.push(message.toString()));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const url = new URL(`syslog://127.0.0.1:${socket.address().port}`);
  const forwarding = forwardSecurityEvents(
    desk.engine.pool,
    { url, secret: null, allowPrivateTargets: true },
    () => undefined,
  );
  await forwarding.settle();
  await forwarding.stop();
  const count = (await all()).length;
  await expect.poll(() => messages.length).toBe(count);
  expect(messages[0]).toMatch(/^<109>1 \d{4}-\S+Z \S+ nonet \d+ security - \{"position":1|^<109>1 /);
  socket.close();
});
