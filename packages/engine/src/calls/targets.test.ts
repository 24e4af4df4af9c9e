import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

const none = { ifMatch: null };
let story: Story;
let lena: Actor;
let worker: Worker;
let server: http.Server;
let answer: (url: string, response: http.ServerResponse) => void;
const keys = new Map<string, string[]>();
const faults: unknown[] = [];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const url = request.url ?? '';
    request.resume().on('end', () => {
      keys.set(url, [...(keys.get(url) ?? []), String(request.headers['idempotency-key'])]);
      answer(url, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const plan = planOfDocument(readFileSync(new URL('../fixtures/reminders.md', import.meta.url), 'utf8'));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  story = await startStory(plan, { TARGET_URL: origin });
  lena = await story.actor('lena@example.com');
});
afterAll(async () => {
  await worker.stop();
  server.close();
  await story.end();
  if (faults.length > 0) throw new Error(`The worker had faults: ${faults.map(String).join('; ')}`);
});
beforeEach(async () => {
  await worker?.stop();
  keys.clear();
  worker = startWorker(story.engine, { allowPrivateTargets: true, onFault: (error) => faults.push(error) });
});

async function broughtBack(who: string): Promise<string> {
  const body = { who, due: '2026-11-20', watchers: [{ mail: who }] };
  const { record } = await story.engine.create(lena, 'Loan', body, none);
  await story.engine.fire(lena, 'Loan', record.id, 'bring', {}, none);
  return record.id;
}

describe('a target that does not answer', () => {
  test('holds up its own calls, a few at once, and nothing else', async () => {
    await worker.settle();
    const held: http.ServerResponse[] = [];
    let full: () => void = () => undefined;
    let arrived: () => void = () => undefined;
    const isFull = new Promise<void>((resolve) => (full = resolve));
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    answer = (url, response) => {
      if (!url.startsWith('/tell')) {
        response.end();
        arrived();
        return;
      }
      held.push(response);
      if (held.length === ENGINE_LIMITS.outboundInFlight) full();
    };
    for (let count = 0; count < ENGINE_LIMITS.outboundInFlight + 2; count += 1) await broughtBack(`m${count}`);
    await story.engine.create(lena, 'Loan', { who: 'late', due: '2026-11-20' }, none);
    worker.wake();
    await isFull;
    // The time of another call comes while these hang.
    story.time.now = '2026-11-22T05:00:00.000000Z';
    worker.wake();
    await hasArrived;
    expect(held).toHaveLength(ENGINE_LIMITS.outboundInFlight);
    answer = (_url, response) => response.end();
    for (const response of held) response.end();
    await worker.settle();
    expect([...keys.keys()].filter((url) => url.startsWith('/tell'))).toHaveLength(ENGINE_LIMITS.outboundInFlight + 2);
    expect(await story.engine.leftCalls()).toEqual([]);
  });
});

describe('a call that has failed', () => {
  test('is listed with its attempts, and sent again under its key', async () => {
    answer = (_url, response) => response.writeHead(500).end();
    const record = await broughtBack('failing');
    await worker.settle();
    const [failed] = await story.engine.listCalls('failed', 10);
    expect(failed).toMatchObject({
      call: 'tell',
      entity: 'Loan',
      record,
      event: 'bring',
      problem: 'It was answered 500.',
      attempts: [{ status: 500, problem: 'It was answered 500.' }],
    });
    answer = (_url, response) => response.end();
    expect(await story.engine.sendCallAgain(failed?.id ?? '')).toEqual({ call: 'tell' });
    await worker.settle();
    expect(await story.engine.listCalls('failed', 10)).toEqual([]);
    expect(new Set(keys.get('/tell/failing')).size).toBe(1);
    expect(keys.get('/tell/failing')).toHaveLength(2);
    expect(await story.engine.sendCallAgain(failed?.id ?? '')).toBeNull();
    expect(await story.engine.sendCallAgain('nothing')).toBeNull();
  });
});
