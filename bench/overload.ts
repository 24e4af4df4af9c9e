import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@nonet/engine';
import autocannon from 'autocannon';
import { readArguments } from '../scripts/arguments.ts';
import { prepare } from './database.ts';
import { row } from './figures.ts';
import { OPERATIONS, type Pairs, type Request } from './operations.ts';
import { type Server, startServer } from './servers.ts';

// `npm run overload`: the share of a product's best rate that remains at five times that rate and under slow bodies,
// how fast it refuses, its memory, and the time until it recovers; compared with a server written by hand with its
// usual limits.

const values = readArguments('Measures a product and a server written by hand under more load than they take.', {
  seconds: { value: 'N', default: '20', help: 'the length of the overload; 600 for a whole measurement' },
  connections: { value: 'N', default: '1000', help: 'how many connections send the overload' },
  slow: { value: 'N', default: '600', help: 'how many sockets send a byte of a body, and no more' },
  only: { value: 'SIDE', default: '', help: '`floor` or `nonet`' },
  floorPort: { value: 'N', default: '7003', help: 'the port of the one written by hand' },
  nonetPort: { value: 'N', default: '7004', help: 'the port of the other' },
});
const seconds = Number(values.seconds);
const BEST_CONNECTIONS = 100;
const WARM_UP_SECONDS = 10;
const BEST_SECONDS = 5;
const TIMES = 5;
const LONGEST_RECOVERY_SECONDS = 30;

interface Load {
  readonly origin: string;
  readonly next: () => Request;
  readonly headers: Record<string, string>;
}

interface Outcome {
  readonly good: number;
  readonly p99: number;
  readonly refused: number;
  readonly refusedP99: number;
  /** Refusals without `Retry-After`, and connections without an answer. */
  readonly silent: number;
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-overload-'));
const postgres = await startEmbeddedPostgres({ folder });
try {
  const url = await postgres.database('overload');
  const prepared = await prepare(url);
  try {
    console.log(row('', 'best/s', 'good/s', 'of best', 'p99 ms', 'refused/s', 'p99 ms', 'silent', 'MiB', 'normal s'));
    for (const side of ['floor', 'nonet'] as const) if (side.includes(values.only)) await judge(side, url, prepared);
  } finally {
    await prepared.close();
  }
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function judge(
  side: 'floor' | 'nonet',
  url: string,
  { pairs, cookie }: { readonly pairs: Pairs; readonly cookie: string },
): Promise<void> {
  const server =
    side === 'floor'
      ? await startServer('./floor.mjs', Number(values.floorPort), { DATABASE_URL: url, TOKEN: 'floor', LIMITS: '1' })
      : await startServer('./nonet.ts', Number(values.nonetPort), { DATABASE_URL: url });
  try {
    const operation = OPERATIONS.find(({ name }) => name.includes('no two asking alike'));
    if (operation === undefined) throw new Error('The list is no operation any more.');
    let turn = 0;
    const next = () => operation[side](pairs, turn++);
    const headers = side === 'floor' ? { authorization: 'Bearer floor' } : { cookie };
    const load: Load = { origin: server.origin, next, headers };
    await send(load, BEST_CONNECTIONS, WARM_UP_SECONDS, null);
    let best = 0;
    for (let round = 0; round < 3; round++)
      best = Math.max(best, (await send(load, BEST_CONNECTIONS, BEST_SECONDS, null)).good);
    await report(`${side}, ${TIMES} × the load`, server, load, best, () =>
      send(load, Number(values.connections), seconds, best * TIMES),
    );
    await report(`${side}, ${values.slow} slow bodies`, server, load, best, () => besideSlowBodies(server, load));
  } finally {
    await server.stop();
  }
}

async function report(
  name: string,
  server: Server,
  load: Load,
  best: number,
  overload: () => Promise<Outcome>,
): Promise<void> {
  const memory = watchMemory(server);
  const { good, p99, refused, refusedP99, silent } = await overload();
  const most = memory.stop();
  const normal = await recovery(load, best);
  const cells = [best, good, (good / best) * 100, p99, refused, refusedP99, silent, most, normal];
  console.log(row(name, ...cells.map((cell, place) => `${cell.toFixed(0)}${place === 2 ? ' %' : ''}`)));
}

/** Requests over some seconds, as fast as they are answered or at a rate. */
async function send(
  { origin, next, headers }: Load,
  connections: number,
  length: number,
  rate: number | null,
): Promise<Outcome> {
  const taken: { good: number[]; refused: number[] } = { good: [], refused: [] };
  let silent = 0;
  const result = await autocannon({
    url: origin,
    connections,
    duration: length,
    timeout: 30,
    ...(rate === null ? {} : { overallRate: Math.round(rate) }),
    setupClient: (client) => {
      client.on('headers', (answer: object) => {
        // By its types this is an object of headers; it is a list of names and values in turn.
        const { statusCode, headers: names } = answer as { statusCode: number; headers: readonly string[] };
        if (statusCode === 503 && !names.some((word) => /^retry-after$/i.test(word))) silent += 1;
      });
      client.on('response', (status, _bytes, milliseconds) => {
        (status === 200 ? taken.good : taken.refused).push(milliseconds);
      });
    },
    requests: [
      {
        setupRequest: (given) => {
          const request = next();
          return { ...given, method: request.method, path: request.path, headers: { ...headers, ...request.headers } };
        },
      },
    ],
  });
  return {
    good: taken.good.length / result.duration,
    p99: hundredth(taken.good),
    refused: taken.refused.length / result.duration,
    refusedP99: hundredth(taken.refused),
    silent: silent + result.errors + result.timeouts,
  };
}

/** Sockets that announce a body and send one byte of it, opened again as soon as they are closed. */
async function besideSlowBodies(server: Server, load: Load): Promise<Outcome> {
  const { hostname, port } = new URL(server.origin);
  const head =
    'POST /api/-/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
  const sockets = new Set<net.Socket>();
  let isOver = false;
  const open = (): void => {
    const socket = net.connect(Number(port), hostname, () => socket.write(head));
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isOver) setTimeout(open, 100);
    });
  };
  for (let count = 0; count < Number(values.slow); count++) open();
  try {
    return await send(load, BEST_CONNECTIONS, seconds, null);
  } finally {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  }
}

/** Seconds until the server answers at 85 % of its best rate again. */
async function recovery(load: Load, best: number): Promise<number> {
  const since = performance.now();
  const passed = () => (performance.now() - since) / 1000;
  for (;;) {
    const { good } = await send(load, BEST_CONNECTIONS, 1, null);
    if (good >= best * 0.85 || passed() > LONGEST_RECOVERY_SECONDS) return passed();
  }
}

/** The maximum memory of a server's process meanwhile, in MiB. */
function watchMemory({ processId }: Server): { stop(): number } {
  let most = 0;
  const look = async () => {
    const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  };
  const timer = setInterval(() => void look(), 500);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** The 99th percentile. */
function hundredth(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
}
