import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { signatureOf } from './sign.ts';

const DOCUMENT = readFileSync(new URL('../fixtures/bell.md', import.meta.url), 'utf8');

interface Received {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

let story: Story;
let worker: Worker;
let server: http.Server;
let status = 500;
const received: Received[] = [];
const faults: unknown[] = [];
const environment: Record<string, string> = {};

beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  environment.BELL_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  story = await startStory(planOfDocument(DOCUMENT), environment);
  worker = startWorker(story.engine, { allowPrivateTargets: true, random: () => 0, onFault: (f) => faults.push(f) });
});
afterAll(async () => {
  await worker?.stop();
  server?.close();
  await story?.end();
  if (faults.length > 0) throw new Error(`The worker had faults: ${faults.map(String).join('; ')}`);
});

const later = async (seconds: number) => {
  story.time.now = new Date(Date.parse(story.time.now) + seconds * 1000).toISOString();
  await worker.settle();
};

test('a call waits for its secret, and is signed anew at each try, under one id', async () => {
  await story.engine.create(await story.actor('piet@example.com'), 'Ring', { door: 'Façade' }, { ifMatch: null });
  await worker.settle();
  expect(received).toEqual([]);
  environment.BELL_SECRET = 'canary-secret';
  await later(31);
  status = 200;
  await later(10);
  const times = received.map(({ headers }) => Number(headers['webhook-timestamp']));
  expect(times).toHaveLength(2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBe(10);
  for (const { headers, body } of received) {
    expect(body).toBe('{"door":"Façade"}');
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const id = String(headers['idempotency-key']);
    expect(headers).toMatchObject(signatureOf('canary-secret', { id, at, body }));
  }
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const { rows } = await story.engine.pool.query('select c::text as call from nonet.outbound_call c');
  expect(JSON.stringify(rows)).not.toContain('canary');
});
