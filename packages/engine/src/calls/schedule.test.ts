import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { failuresThrown } from '../fixtures/failures-thrown.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { queueScheduledCalls } from './schedule.ts';

const PLAN = planOfDocument(readFileSync(new URL('../fixtures/reminders.md', import.meta.url), 'utf8'));
const none = { ifMatch: null };
let story: Story;
let lena: Actor;
let running: Worker[] = [];

beforeEach(async () => {
  story = await startStory(PLAN);
  lena = await story.actor('lena@example.com');
});
afterEach(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  running = [];
  await story.end();
});

const lend = (who: string, due: string, watchers: readonly { mail: string }[] = []) =>
  story.engine.create(lena, 'Loan', { who, due, watchers }, none);
const queued = async () =>
  (await story.engine.pool.query('select request, event from nonet.outbound_call order by sequence')).rows.map(
    ({ request, event }) => {
      const path = (request.path as { value?: string }[] | string[]).map((part) =>
        typeof part === 'string' ? part : (part.value ?? ''),
      );
      return `${event}: ${path.join('')}`;
    },
  );
const pass = (now: string) => {
  story.time.now = now;
  // Several processes look at the same time.
  return Promise.all(
    [1, 2, 3].map(() => queueScheduledCalls({ ...story.engine, failures: failuresThrown(story.engine) })),
  );
};

describe('a call at fixed times', () => {
  test('is queued once for each record that it is for, at its time in TIME_ZONE', async () => {
    await lend('late', '2026-11-20');
    await lend('in time', '2026-12-24');
    await pass('2026-11-21T10:00:00.000000Z');
    expect(await queued()).toEqual([]);
    await pass('2026-11-22T04:59:59.000000Z');
    expect(await queued()).toEqual([]);
    await pass('2026-11-22T05:00:00.000000Z');
    await pass('2026-11-22T05:00:01.000000Z');
    expect(await queued()).toEqual(['every day at 06:00: /nag/late']);
  });

  test('is queued once after an outage, however many times it missed', async () => {
    await lend('late', '2026-11-20');
    await pass('2026-11-21T10:00:00.000000Z');
    await pass('2026-11-25T03:00:00.000000Z');
    expect(await queued()).toEqual(['every day at 06:00: /nag/late', 'every monday at 07:30: /nag/late']);
    await pass('2026-11-25T05:00:00.000000Z');
    expect(await queued()).toHaveLength(3);
  });

  test('follows changes to and from daylight saving time', async () => {
    await lend('late', '2026-03-20');
    await pass('2026-03-28T06:00:00.000000Z');
    await pass('2026-03-29T03:59:59.000000Z');
    expect(await queued()).toEqual([]);
    await pass('2026-03-29T04:00:00.000000Z');
    expect(await queued()).toHaveLength(1);
  });
});

test('a call for each of several records is one call for each, in their order', async () => {
  const { record } = await lend('Mo', '2026-12-24', [{ mail: 'a@example.com' }, { mail: 'b@example.com' }]);
  await story.engine.fire(lena, 'Loan', record.id, 'bring', {}, none);
  expect(await queued()).toEqual(['bring: /tell/a@example.com', 'bring: /tell/b@example.com']);
  const rows = await story.engine.pool.query('select request from nonet.outbound_call order by sequence');
  expect(JSON.stringify(rows.rows[1].request.body)).toContain('b@example.com');
});

describe('a timer that repeats', () => {
  const reminded = async (id: string) =>
    (await story.engine.read(lena, 'Loan', id, { fields: null, expand: null })).record['reminded'];
  const settleAt = async (now: string) => {
    story.time.now = now;
    await Promise.all(running.map((worker) => worker.settle()));
  };

  test('fires each time once, and once for all that an outage missed', async () => {
    const faults: unknown[] = [];
    running = [1, 2].map(() => startWorker(story.engine, { onFault: (error) => faults.push(error) }));
    const { record } = await lend('late', '2026-11-20');
    await settleAt('2026-11-24T09:59:59.000000Z');
    expect(await reminded(record.id)).toBe(0);
    await settleAt('2026-11-24T10:00:00.000000Z');
    expect(await reminded(record.id)).toBe(1);
    await settleAt('2026-11-27T09:00:00.000000Z');
    expect(await reminded(record.id)).toBe(1);
    await settleAt('2026-11-27T10:00:01.000000Z');
    expect(await reminded(record.id)).toBe(2);
    // 3 days times 4 went by while nothing ran; the next time is as it was counted before.
    await settleAt('2026-12-10T10:00:00.000000Z');
    expect(await reminded(record.id)).toBe(3);
    await settleAt('2026-12-12T09:59:59.000000Z');
    expect(await reminded(record.id)).toBe(3);
    await settleAt('2026-12-12T10:00:00.000000Z');
    expect(await reminded(record.id)).toBe(4);
    expect(faults).toEqual([]);
  });

  test('skips a time at which its guard does not hold', async () => {
    const faults: unknown[] = [];
    running = [startWorker(story.engine, { onFault: (error) => faults.push(error) })];
    const { record } = await lend('in time', '2026-11-25');
    await settleAt('2026-11-24T10:00:00.000000Z');
    await settleAt('2026-11-26T10:00:00.000000Z');
    expect(await reminded(record.id)).toBe(0);
    await settleAt('2026-11-27T10:00:00.000000Z');
    expect(await reminded(record.id)).toBe(1);
    expect(faults).toEqual([]);
  });
});
