import { connect, createServer as listen, type AddressInfo, type Socket } from 'node:net';
import { createEngine, openPool, type Pool } from '@nonet/engine';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { Product } from './product.ts';
import { createServer } from './server.ts';

/** A network between the product and its database that can drop all packets without notifying either side. */
class Network {
  readonly #server = listen((near) => this.#join(near));
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  isDown = false;

  constructor(target: URL) {
    this.#target = target;
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket): void {
    const far = connect(Number(this.#target.port || 5432), this.#target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (chunk) => void (this.isDown || to.write(chunk)));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  }
}

let database: TestDatabase;
let network: Network;
let pool: Pool;
let engine: Awaited<ReturnType<typeof createEngine>>;
let server: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  network = new Network(new URL(database.url));
  // Long enough for a slow machine to answer as long as the network is there.
  pool = openPool(await network.open(), { connectMilliseconds: 3_000, answerMilliseconds: 3_000 });
  const plan = planFrom('shop.md');
  const prepared = await createEngine({ plan, databaseUrl: database.url });
  await prepared.close();
  engine = await createEngine({ plan, pool });
  server = await createServer({ product: new Product({ engine }), mode: 'production', uiFolder: null });
});
afterAll(async () => {
  network.isDown = false;
  await server?.close();
  await engine?.close();
  await pool?.end();
  network?.close();
  await database?.drop();
});

const statusOf = async (url: string) => (await server.inject({ url, headers: { cookie: 'x=1' } })).statusCode;

test('requests to a database behind a network that drops everything fail in time, and later ones are answered', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  network.isDown = true;
  // Requests that have a connection, and others that wait for one.
  const answers = await Promise.all(Array.from({ length: 30 }, () => statusOf('/readyz')));
  expect(new Set(answers)).toEqual(new Set([503]));
  const sign = {
    method: 'POST',
    url: '/api/-/session',
    payload: { email: 'a@example.com', password: 'long enough' },
  } as const;
  const answer = await server.inject(sign);
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5']);
  network.isDown = false;
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  await expect.poll(async () => (await server.inject(sign)).statusCode).toBe(401);
});
