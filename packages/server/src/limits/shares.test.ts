import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { join, serve, type TestServer } from '../fixtures/serve.ts';
import { LIMITS } from './table.ts';

const DESK = planFrom('desk.md');
let desk: TestServer;
let mia: string;
let port: number;

beforeAll(async () => {
  desk = await serve(DESK, { trustProxy: 1 });
  mia = await join(desk, 'mia@example.com');
  await desk.server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = desk.server.server.address() as net.AddressInfo);
});
afterAll(() => desk?.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Sends the headers of a request and the first byte of its body. */
function dawdle(address: string): net.Socket {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/-/session HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  );
  return socket;
}

describe('bodies that do not come', () => {
  test('take up the room of their own network alone, and give it back', async () => {
    const signIn = async (address: string) =>
      (await desk.ask('POST', '/api/-/session', { body: { email: 'x', password: 'y' }, ...from(address) })).statusCode;
    const sockets = Array.from({ length: LIMITS.bodiesOfNetwork }, () => dawdle('2001:db8::1'));
    await expect.poll(() => signIn('2001:db8::ffff')).toBe(429);
    expect(await signIn('2001:db8:0:1::1')).toBe(401);
    expect((await desk.ask('GET', '/api/tickets', { cookie: mia, ...from('2001:db8::1') })).statusCode).toBe(200);
    expect((await desk.ask('GET', '/readyz')).statusCode).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => signIn('2001:db8::ffff')).toBe(401);
  });

  test('that arrive too slowly are answered 408, and closed', async () => {
    // Not by the time for a whole request.
    const { server } = desk.server;
    const { requestTimeout } = server;
    server.requestTimeout = 0;
    const socket = dawdle('2001:db8:7::1');
    const answer = await new Promise<string>((resolve) => {
      let all = '';
      socket.setEncoding('utf8');
      socket.on('data', (text: string) => (all += text));
      socket.once('close', () => resolve(all));
    });
    server.requestTimeout = requestTimeout;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('addresses behind a proxy', () => {
  test('are what the proxy has appended, not what the client has sent', async () => {
    const limit = DESK.settings.loginAttempts.count * 10;
    const statuses = new Set<number>();
    for (let place = 0; place <= limit; place++) {
      const answer = await desk.ask('POST', '/api/-/session', {
        body: { email: `nobody${place}@example.com`, password: 'wrong' },
        ...from(`198.51.100.${place % 250}, 203.0.113.9`),
      });
      statuses.add(answer.statusCode);
    }
    expect([...statuses]).toEqual([401, 429]);
  });
});

describe('tokens and cookies that open nothing', () => {
  test('are looked up so often, and then refused before; what opens something is', async () => {
    const plan = { ...DESK, settings: { ...DESK.settings, requests: { count: 5, seconds: 60 } } };
    const small = await serve(plan, { trustProxy: 1 });
    try {
      const cookie = await join(small, 'kim@example.com');
      const show = async (headers: Record<string, string>, address = '192.0.2.1') =>
        (await small.ask('GET', '/api/-/session', { headers: { ...headers, 'x-forwarded-for': address } })).statusCode;
      const token = (place: number) => ({ authorization: `Bearer nonet_${String(place).padStart(43, 'x')}` });
      expect(await show({ cookie })).toBe(200);
      for (let place = 0; place < 5; place++) expect(await show(token(place))).toBe(401);
      expect(await show(token(6))).toBe(429);
      expect(await show({ cookie: `nonet_session=${'y'.repeat(43)}` })).toBe(429);
      expect(await show({ cookie })).toBe(200);
      expect(await show(token(7), '192.0.2.2')).toBe(401);
    } finally {
      await small.close();
    }
  });
});

test('whoever is not signed in shares no idempotency key with another network', async () => {
  const counter = await serve(planFrom('counter.md'), { trustProxy: 1 });
  try {
    const scopes = async () =>
      (await counter.engine.pool.query<{ key: string }>('select key from nonet.idempotency order by key')).rows;
    for (const address of ['192.0.2.1', '192.0.2.2'])
      await counter.ask('POST', '/api/orders', {
        body: { what: 'Tea', amount: 1 },
        headers: { 'x-forwarded-for': address, 'idempotency-key': 'one' },
      });
    expect(await scopes()).toEqual([{ key: '192.0.2.1 one' }, { key: '192.0.2.2 one' }]);
  } finally {
    await counter.close();
  }
});
