import { createServer, type Server, type Socket, connect } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createChanges } from '../live/changes.ts';
import { isUnreachable } from './connection-errors.ts';
import { misfit, readDatabaseAddress } from './hosts.ts';
import { openPool } from './pool.ts';

test.each<[url: string, urls: readonly string[], target: string, schema?: string | null]>([
  ['postgres://a:b@db/shop', ['postgres://a:b@db/shop'], 'any'],
  ['postgres://a:b@db/shop?schema=acme', ['postgres://a:b@db/shop'], 'any', 'acme'],
  ['postgresql:///shop?host=/tmp', ['postgresql:///shop?host=%2Ftmp'], 'any'],
  [
    'postgres://a:b@db1:5433,[::1]:5434,db3/shop?sslmode=require',
    ['db1:5433', '[::1]:5434', 'db3'].map((host) => `postgres://a:b@${host}/shop?sslmode=require`),
    'read-write',
  ],
  ['postgres://db1,db2/shop?target_session_attrs=primary', ['postgres://db1/shop', 'postgres://db2/shop'], 'primary'],
])('%s names these servers', (url, urls, target, schema = null) => {
  expect(readDatabaseAddress(url)).toEqual({ urls, target, schema });
});

test.each([
  ['mysql://db/shop', 'is not a URL like postgres://'],
  ['postgres://db:port,db2/shop', 'is not a URL like postgres://'],
  ['postgres://db1,db2/shop?target_session_attrs=standby', 'takes any, read-write, primary'],
  ['postgres://db/shop?schema=Acme', 'has schema=Acme'],
  ['postgres://db/shop?schema=public', 'has schema=public'],
])('%s can’t be used', (url, why) => {
  expect(() => readDatabaseAddress(url)).toThrow(why);
});

test.each<[target: 'any' | 'read-write' | 'primary', isStandby: boolean, readsOnly: boolean, fits: boolean]>([
  ['any', true, true, true],
  ['primary', true, true, false],
  ['primary', false, true, true],
  ['read-write', false, true, false],
  ['read-write', false, false, true],
])('%s: a standby %s, which only lets itself be read %s: fits %s', (target, is_standby, reads_only, fits) => {
  expect(misfit(target, { is_standby, reads_only }) === null).toBe(fits);
});

/** A way to the database that can be closed, as a server that goes away. */
class Way {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  taken = 0;

  constructor(target: URL) {
    this.#server = createServer((socket) => {
      this.taken += 1;
      const onwards = connect(Number(target.port), target.hostname);
      for (const end of [socket, onwards]) {
        this.#sockets.add(end);
        end.on('error', () => undefined);
        end.on('close', () => [socket, onwards].forEach((other) => other.destroy()));
      }
      socket.pipe(onwards).pipe(socket);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

function noted(errors: unknown[], error: unknown): Error {
  errors.push(error);
  return error instanceof Error ? error : new Error(String(error));
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test('where the server is gone that was worked with, the next one that fits is', async () => {
  const url = new URL(database.url);
  const [first, second] = [new Way(url), new Way(url)];
  const hosts = `127.0.0.1:1,${await first.open()},${await second.open()}`;
  const pool = openPool(database.url.replace(url.host, hosts), { connections: 2, onError: () => undefined });
  const changes = createChanges(pool);
  const seen: string[] = [];
  let heard = Promise.withResolvers<void>();
  changes.subscribe(({ kind }) => {
    seen.push(kind);
    heard.resolve();
  });
  try {
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await heard.promise;
    expect([first.taken > 1, second.taken]).toEqual([true, 0]);

    heard = Promise.withResolvers();
    first.close();
    // All that was under way has failed, at once; then everything goes to the other.
    const errors: unknown[] = [];
    const rows = async () => (await pool.query<{ one: number }>('select 1 as one')).rows;
    const answered = await vi.waitFor(() => rows().catch((error: unknown) => Promise.reject(noted(errors, error))));
    expect([answered, errors.every(isUnreachable)]).toEqual([[{ one: 1 }], true]);
    await heard.promise;
    expect(second.taken).toBeGreaterThan(1);

    second.close();
    const none = /no server of it can be used \(127\.0\.0\.1:1: .*ECONNREFUSED/;
    await vi.waitFor(() =>
      expect(rows().catch((error: unknown) => Promise.reject(noted(errors, error)))).rejects.toThrow(none),
    );
    expect(errors.every(isUnreachable)).toBe(true);
  } finally {
    await changes.close();
    await pool.end();
  }
});
