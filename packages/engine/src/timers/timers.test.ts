import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reader } from '../engine.ts';
import { planOfExample, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../run/worker.ts';

let story: Story;
let workers: Worker[];
let emma: Reader;
let mo: Reader;
let travel: string;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfExample('expenses'));
  [emma, mo] = (await Promise.all(['emma', 'mo'].map((name) => story.reader(`${name}@example.com`)))) as [
    Reader,
    Reader,
  ];
  travel = await story.find('category', 'name', 'Travel');
  workers = [1, 2].map(() => startWorker(story.engine, { onFault: (error) => expect.unreachable(String(error)) }));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await story.end();
});

const settle = () => Promise.all(workers.map((worker) => worker.settle()));
const claim = async () => {
  const line = { date: '2026-11-10', category: travel, description: 'Train to Utrecht', amount: '12.5' };
  return (
    await story.engine.create(
      emma,
      'Claim',
      { purpose: 'Visit', from: '2026-11-09', to: '2026-11-12', lines: [line] },
      none,
    )
  ).record;
};
const status = async (id: string) =>
  (await story.engine.read(emma, 'Claim', id, { fields: null, expand: null })).record.status;

test('`after` counts calendar days since the record entered its state, and fires once', async () => {
  story.time.now = '2026-03-01T10:00:00.000000Z';
  const { id } = await (async () => {
    story.time.now = '2026-11-21T10:00:00.000000Z';
    return claim();
  })();
  const submitted = await claim();
  await story.engine.fire(emma, 'Claim', submitted.id, 'submit', {}, none);
  // 180 days in Amsterdam lead into summer time: an hour earlier in UTC.
  story.time.now = '2027-05-20T08:59:59.000000Z';
  await settle();
  expect(await status(id)).toBe('draft');
  story.time.now = '2027-05-20T09:00:00.000000Z';
  await settle();
  expect(await status(id)).toBe('withdrawn');
  expect(await status(submitted.id)).toBe('submitted');
  const history = (await story.engine.history(emma, 'Claim', id)) as {
    action: string;
    by: unknown;
    from: string;
    to: string;
  }[];
  expect(history).toHaveLength(2);
  expect(history[0]).toMatchObject({ action: 'lapse', by: null, from: 'draft', to: 'withdrawn' });
});

test('a state entered anew counts anew', async () => {
  story.time.now = '2026-11-21T10:00:00.000000Z';
  const { id } = await claim();
  await story.engine.fire(emma, 'Claim', id, 'submit', {}, none);
  story.time.now = '2027-02-01T10:00:00.000000Z';
  await story.engine.fire(mo, 'Claim', id, 'reject', { rejection_reason: 'There is no receipt.' }, none);
  story.time.now = '2027-05-21T10:00:00.000000Z';
  await settle();
  expect(await status(id)).toBe('rejected');
  story.time.now = '2027-08-01T10:00:00.000000Z';
  await settle();
  expect(await status(id)).toBe('withdrawn');
});
