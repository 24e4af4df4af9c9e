import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { requestPinned } from './pinned-request.ts';

let server: http.Server;
let origin: string;
const asked: string[] = [];
let title = '';

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://target.invalid');
    asked.push(url.pathname);
    if (url.pathname === '/title') {
      title = Buffer.from(String(request.headers['x-title']), 'latin1').toString('utf8');
      response.end();
    }
    if (url.pathname === '/long') response.end('x'.repeat(Number(url.searchParams.get('bytes'))));
    if (url.pathname === '/away') response.writeHead(302, { location: `${origin}/elsewhere` }).end();
    // `/silent` is never answered.
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (url: string, more: Partial<Parameters<typeof requestPinned>[0]> = {}) =>
  requestPinned({
    method: 'GET',
    url: new URL(url),
    headers: {},
    body: null,
    timeoutMilliseconds: 10_000,
    allowPrivateTargets: true,
    ...more,
  });

describe('an outbound request', () => {
  test('accepts an answer of 1 MiB, and no longer one', async () => {
    const most = ENGINE_LIMITS.outboundAnswerBytes;
    expect((await ask(`${origin}/long?bytes=${most}`)).text).toHaveLength(most);
    await expect(ask(`${origin}/long?bytes=${most + 1}`)).rejects.toThrow('longer than 1 MiB');
  });

  test.each(['plain', 'naïve', '工单 €'])('sends %j in a header as UTF-8', async (value) => {
    await ask(`${origin}/title`, { headers: { 'x-title': value } });
    expect(title).toBe(value);
  });

  test('follows no redirect', async () => {
    expect(await ask(`${origin}/away`)).toMatchObject({ status: 302 });
    expect(asked).not.toContain('/elsewhere');
  });

  test('ends at its time limit', async () => {
    await expect(ask(`${origin}/silent`, { timeoutMilliseconds: 50 })).rejects.toThrow('No answer within 0.05 s.');
  });

  test.each(['file:///etc/passwd', 'ftp://target.example/', 'http://user:word@target.example/'])(
    'does not lead to %s',
    async (url) => {
      await expect(ask(url)).rejects.toThrow(/can't be called|user or password/);
    },
  );

  test('does not reach this machine, unless the deployment allows it', async () => {
    asked.length = 0;
    await expect(ask(`${origin}/private`, { allowPrivateTargets: false })).rejects.toThrow('not a public address');
    expect(asked).toEqual([]);
  });
});
