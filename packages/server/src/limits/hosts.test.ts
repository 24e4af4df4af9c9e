import net from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { serve, type TestServer } from '../fixtures/serve.ts';

const PLAN = planFrom('desk.md');
let dev: TestServer;
let shop: TestServer;
let unnamed: TestServer;

beforeAll(async () => {
  dev = await serve(PLAN, { mode: 'dev' });
  shop = await serve(PLAN, { publicOrigin: 'https://shop.example', trustProxy: 1 });
  unnamed = await serve(PLAN);
});
afterAll(() => Promise.all([dev, shop, unnamed].map((each) => each?.close())));

describe('a request names the product', () => {
  test.each<[string, () => TestServer, string, number]>([
    ['dev, on this machine', () => dev, 'localhost:4000', 200],
    ['dev, by a name of this machine', () => dev, 'shop.localhost', 200],
    ['dev, by an address', () => dev, '192.168.1.20:4000', 200],
    ['dev, by an IPv6 address', () => dev, '[::1]:4000', 200],
    ['dev, by a name that leads here', () => dev, 'rebound.example', 400],
    ['dev, by one that looks like an address', () => dev, '127.0.0.1.rebound.example', 400],
    ['a product, by its own name', () => shop, 'SHOP.example', 200],
    ['a product, by its own name with a point', () => shop, 'shop.example.', 200],
    ['a product, by another name', () => shop, 'rebound.example', 400],
    ['a product that knows no name of its own', () => unnamed, 'shop.example', 200],
  ])('%s', async (_what, server, host, status) => {
    const answer = await server().ask('GET', '/api/-/session', { headers: { host } });
    expect(answer.statusCode, answer.body).toBe(status);
  });

  test('as the proxy says that it was asked', async () => {
    const ask = (forwarded: string) =>
      shop.ask('GET', '/api/-/session', { headers: { host: 'inside:4000', 'x-forwarded-host': forwarded } });
    expect((await ask('shop.example')).statusCode).toBe(200);
    expect((await ask('rebound.example')).statusCode).toBe(400);
  });

  test('probes may come by any', async () => {
    expect((await shop.ask('GET', '/healthz', { headers: { host: 'pod-7' } })).statusCode).toBe(200);
  });
});

test.each([
  ['two hosts', 'GET /api/-/session HTTP/1.1\r\nhost: localhost\r\nhost: rebound.example\r\nconnection: close\r\n\r\n'],
  ['a version before 1.0', 'GET /api/-/session HTTP/0.9\r\nhost: localhost\r\nconnection: close\r\n\r\n'],
])('a request with %s is refused', async (_what, sent) => {
  await unnamed.server.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  const { port } = unnamed.server.server.address() as net.AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  socket.write(sent);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
});
