import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { startWorker } from '../../worker/worker.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';

let story: Story;
let ann: Actor;
let permit: string;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../../fixtures/holds.md', import.meta.url), 'utf8')));
  ann = await story.actor('ann@example.com');
});
afterAll(() => story.end());

const create = async (values: object = {}) =>
  (await story.engine.create(ann, 'Permit', { title: 'A shed', ...values }, none)).record.id;
const fire = async (event: string, body: unknown = {}) =>
  (await story.engine.fire(ann, 'Permit', permit, event, body, none)).record;
const can = async (event: string) => (await story.engine.can(ann, 'Permit', permit)).events[event];
const stored = async () =>
  (await story.engine.pool.query('select status from product.permit where id = $1', [permit])).rows[0];

beforeEach(async () => {
  permit = await create();
});

test('a condition of all events refuses each of them with its error and clause (4)', async () => {
  const refusal = { code: 'ON_HOLD', clause: '4.Permit.status.any' };
  await fire('begin');
  await fire('hold', { why: 'No plans' });
  for (const [event, body] of [
    ['work', { more: 1 }],
    ['add_part', { parts: { name: 'Roof' } }],
    ['finish', {}],
    ['hold', { why: 'Again' }],
  ] as const)
    expect(await refusalOf(fire(event, body)), event).toMatchObject(refusal);
  expect(await can('finish')).toMatchObject({ may: false, ...refusal });
  expect(await can('release')).toEqual({ may: true });
  expect(await fire('note', { remark: 'Waiting' })).toMatchObject({ remark: 'Waiting', held: true });
  expect(await fire('release')).toMatchObject({ held: false, why: null });
  expect(await fire('work', { more: 2 })).toMatchObject({ hours: 3, parts: [] });
  expect(await fire('finish')).toMatchObject({ status: 'done' });
});

test('the first broken condition is told, and the guard only where all of them hold', async () => {
  await fire('begin');
  expect(await can('finish')).toMatchObject({ may: false, code: 'TOO_SHORT_YET', clause: '4.Permit.status.finish' });
  expect(await refusalOf(fire('work', { more: 0 }))).toMatchObject({ code: 'NO_WORK' });
  await fire('work', { more: 39 });
  expect(await refusalOf(fire('work', { more: 1 }))).toMatchObject({
    code: 'TOO_LONG_AGO',
    clause: '4.Permit.status.any.2',
  });
  expect(await can('finish')).toMatchObject({ code: 'TOO_LONG_AGO' });
  await fire('hold', { why: 'Both' });
  expect(await refusalOf(fire('finish'))).toMatchObject({ code: 'ON_HOLD' });
});

test('a timer waits for a condition of all events', async () => {
  await fire('begin');
  await fire('hold', { why: 'Long' });
  const worker = startWorker(story.engine, { onFault: (error) => expect.unreachable(String(error)) });
  story.time.now = '2026-12-30T10:00:00.000000Z';
  await worker.settle();
  expect(await stored()).toMatchObject({ status: 'begun' });
  await fire('release');
  await worker.settle();
  expect(await stored()).toMatchObject({ status: 'done' });
  await worker.stop();
});

test('a rule on all events but some (5)', async () => {
  permit = await create({ title: 'Forbidden' });
  expect(await refusalOf(fire('begin'))).toMatchObject({ errors: [{ code: 'FORBIDDEN_TITLE' }] });
  expect(await fire('note', { remark: 'It may be noted' })).toMatchObject({ status: 'asked' });
});

test('`every` starts from final states, too (4)', async () => {
  await fire('begin');
  await fire('work', { more: 5 });
  await fire('finish');
  expect(await fire('note', { remark: 'Kept' })).toMatchObject({ status: 'done', remark: 'Kept' });
});

test.each([
  ['asked', []],
  ['begun', ['begin']],
])('`back` leads to the state from which a record came: %s', async (state, before) => {
  for (const event of before) await fire(event);
  expect(await fire('pause')).toMatchObject({ status: 'paused', status_before: state });
  expect(await can('resume')).toEqual({ may: true });
  expect(await fire('resume')).toMatchObject({ status: state });
  expect(await can('resume')).toMatchObject({ may: false, code: 'INVALID_TRANSITION' });
});

test('`back` keeps the guard of its row', async () => {
  await fire('begin');
  await fire('note', { remark: 'Stop' });
  await fire('pause');
  expect(await refusalOf(fire('resume'))).toMatchObject({ code: 'STOPPED' });
});

test.each([
  [1, true, 0, 5, 100],
  [3, false, 0, 6, 100],
  [3, true, 0, 9, 100],
  [20, false, 0, 40, 100],
  [21, true, 0, 60, 100],
])(
  'a term that is stated as a table is worked out by its rows (9): a size of %i, %s',
  async (size, urgent, ...costs) => {
    permit = await create({ size, urgent });
    const found = [await fire('note', { remark: 'Asked' }), await fire('begin')];
    await fire('work', { more: 5 });
    found.push(await fire('finish'));
    expect(found.map(({ cost }) => cost)).toEqual(costs);
  },
);
