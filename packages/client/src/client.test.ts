import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { withCookies } from './cookies.ts';
import { ProblemError } from './problem-error.ts';

const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let server: Server;
let baseUrl: string;

const PROBLEM = { type: 'x', title: 'Stale', status: 412, detail: 'Changed.', code: 'STALE', clause: '3.A' };

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = '' } = request;
  const json = (status: number, body: unknown, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  if (url === '/api/-/session' && request.method === 'DELETE') {
    response.writeHead(204, { 'set-cookie': 's=; Max-Age=0; Path=/' }).end();
  } else if (url === '/api/-/session') json(200, { user: null }, { 'set-cookie': 's=abc; Path=/; HttpOnly' });
  else if (url.startsWith('/api/a/stale')) {
    response.writeHead(412, { 'content-type': 'application/problem+json' }).end(JSON.stringify(PROBLEM));
  } else if (url.startsWith('/api/a/broken')) response.writeHead(502, { 'content-type': 'text/html' }).end('<p>');
  else if (url === '/api/-/dev/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\ndata: {"kind":"reload",');
    response.end('"revision":"1"}\n\ndata: {"kind":"errors","diagnostics":[]}\n\n');
  } else json(200, { id: 'x', _title: 'X' }, { etag: '"e1"' });
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('the client', () => {
  test('reads a record with its tag, and names the tag when it changes it', async () => {
    const client = createClient({ baseUrl });
    const { record, etag } = await client.read('a', 'i/d', { expand: ['b'] });
    expect([record._title, etag, seen.at(-1)?.url]).toEqual(['X', '"e1"', '/api/a/i%2Fd?expand=b']);
    await client.update('a', 'x', { name: 'n' }, { ifMatch: etag });
    expect(seen.at(-1)).toMatchObject({ method: 'PATCH', body: '{"name":"n"}' });
    expect(seen.at(-1)?.headers['if-match']).toBe('"e1"');
  });

  test('gives each write a key of its own unless it is given one', async () => {
    const client = createClient({ baseUrl });
    await client.create('a', {});
    await client.fire('a', 'x', 'submit', {}, { idempotencyKey: 'mine' });
    await client.fire('a', null, 'open');
    const keys = seen.slice(-3).map((request) => request.headers['idempotency-key']);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 'mine', expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(seen.slice(-2).map((request) => request.url)).toEqual(['/api/a/x/submit', '/api/a/open']);
  });

  test('throws what the product refuses as a problem', async () => {
    const error: unknown = await createClient({ baseUrl })
      .read('a', 'stale')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: 'STALE', status: 412, problem: PROBLEM, errors: [] });
  });

  test('names an answer that is no problem, and no answer at all', async () => {
    await expect(createClient({ baseUrl }).read('a', 'broken')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      status: 502,
    });
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1' });
    await expect(nowhere.session()).rejects.toMatchObject({ code: 'UNREACHABLE', status: 0 });
  });

  test('keeps and drops the session outside a browser', async () => {
    const client = createClient({ baseUrl, fetch: withCookies() });
    await client.session();
    await client.session();
    expect(seen.at(-1)?.headers.cookie).toBe('s=abc');
    await client.signOut();
    await client.session();
    expect(seen.at(-1)?.headers.cookie).toBeUndefined();
  });

  test('follows server-sent events across chunks', async () => {
    const events = await Array.fromAsync(createClient({ baseUrl }).devEvents(new AbortController().signal));
    expect(events).toEqual([
      { kind: 'reload', revision: '1' },
      { kind: 'errors', diagnostics: [] },
    ]);
  });
});
