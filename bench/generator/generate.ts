import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

// The generator of the load is a process of its own: wrk, which takes next to nothing, or autocannon.

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Generated {
  readonly requests: number;
  readonly seconds: number;
  /** Answers whose status is 400 or more. */
  readonly wrong: number;
  /** Requests without an answer. */
  readonly errors: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const HAS_WRK = spawnSync('wrk', ['--version']).error === undefined;

/** The name of what generates the load. */
export const GENERATOR = HAS_WRK ? 'wrk' : 'autocannon (wrk is not installed)';

/** Sends these requests in turns over so many connections, each as soon as the former one is answered. */
export async function generate(
  file: string,
  origin: string,
  requests: readonly Sent[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<Generated> {
  const host = new URL(origin).host;
  await writeFile(
    file,
    HAS_WRK ? Buffer.concat(requests.map((each) => withLength(each, host))) : JSON.stringify(requests),
  );
  const child = HAS_WRK ? spawn('wrk', ofWrk()) : spawn(process.execPath, ofAutocannon());
  const [out, why, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${GENERATOR} ended with ${String(code)}: ${why}`);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as Generated;

  function ofWrk(): string[] {
    const script = new URL('./wrk.lua', import.meta.url).pathname;
    const form = `--threads 1 --connections ${connections} --duration ${seconds}s --timeout 30s --latency`;
    return [...form.split(' '), '--script', script, origin, '--', file];
  }

  function ofAutocannon(): string[] {
    const script = new URL('./with-autocannon.ts', import.meta.url).pathname;
    return [script, file, origin, String(connections), String(seconds)];
  }
}

/** A request as it is sent, after its length in bytes on a line. */
function withLength({ method, path, headers, body = '' }: Sent, host: string): Buffer {
  const all = { host, ...headers, ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes]);
}
