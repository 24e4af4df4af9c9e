import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endedSeconds, processorSeconds } from './processor.ts';
import { generate, type Sent } from './generator/generate.ts';
import type { Request } from './operations.ts';

/** One of the two servers, and the headers of every request to it. */
export interface Side {
  readonly origin: string;
  readonly headers: Record<string, string>;
  readonly processId: number;
}

/** The times on a processor are microseconds for each request. */
export interface Measured {
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly server: number;
  /** NaN where the database is not one of this machine. */
  readonly database: number;
  readonly generator: number;
}

const CONNECTIONS = 32;
/** No server answers more of them in a second, so that no request is sent twice. */
const MOST_WRITES_A_SECOND = 6_000;
/** Reads begin again after so many. */
const READS = 5_000;

export async function send(
  side: Pick<Side, 'origin' | 'headers'>,
  request: Request,
): Promise<{ status: number; body: unknown }> {
  const { path: at, ...sent } = asSent(side, request);
  const response = await fetch(`${side.origin}${at}`, sent);
  return { status: response.status, body: await response.json() };
}

/**
 * What a server and its database do with requests over some seconds, 32 at once. Every answer must be a success.
 *
 * @param options.most The number of requests of which each can be sent once, if there is one.
 * @param options.database The process of the database, if it is on this machine.
 */
export async function measure(
  side: Side,
  next: () => Request,
  options: { readonly seconds: number; readonly most?: number | undefined; readonly database?: number | null },
): Promise<Measured> {
  const { seconds, most, database = null } = options;
  const requests: Sent[] = [asSent(side, next())];
  const count = requests[0]?.method === 'GET' ? READS : Math.min(most ?? Infinity, MOST_WRITES_A_SECOND * seconds);
  while (requests.length < count) requests.push(asSent(side, next()));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-load-'));
  try {
    const spent = async () => ({
      server: await processorSeconds(side.processId),
      database: database === null ? Number.NaN : await processorSeconds(database),
      generator: await endedSeconds(),
    });
    const before = await spent();
    const form = { connections: CONNECTIONS, seconds };
    const done = await generate(path.join(folder, 'requests'), side.origin, requests, form);
    const after = await spent();
    if (most !== undefined && done.requests > most)
      throw new Error(`There are ${most} requests of which each can be sent once; state fewer --seconds.`);
    if (done.wrong > 0 || done.errors > 0)
      throw new Error(`${done.wrong} answers were no success, and ${done.errors} requests had none.`);
    const each = (of: keyof typeof before) => ((after[of] - before[of]) * 1e6) / done.requests;
    return {
      rate: done.requests / done.seconds,
      p50: done.p50,
      p99: done.p99,
      server: each('server'),
      database: each('database'),
      generator: each('generator'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function asSent(side: Pick<Side, 'headers'>, { method, path: at, body, headers }: Request): Sent {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return {
    method,
    path: at,
    headers: { ...side.headers, ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}
