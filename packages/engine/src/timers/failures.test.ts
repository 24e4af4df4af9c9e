import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { RefusedTask } from '../worker/worker-failures.ts';

/** 4, 7: what fails of a timer or a schedule is its own; the others continue, and it is reported once. */

const DOCUMENT = readFileSync(new URL('../fixtures/timers-that-fail.md', import.meta.url), 'utf8');
const none = { ifMatch: null };

let story: Story;
let worker: Worker;
let reported: string[];
let thrown: unknown[];

const onFault = (error: unknown) => {
  thrown.push(error);
  reported.push(error instanceof Error ? error.message : '');
};

async function begin(environment: Record<string, string> = {}): Promise<void> {
  reported = [];
  thrown = [];
  story = await startStory(planOfDocument(DOCUMENT), environment);
  worker = startWorker(story.engine, { onFault });
  await worker.settle();
}
beforeEach(() => begin());
afterEach(async () => {
  await worker.stop();
  await story.end();
});

const create = async (entity: string, body: object) =>
  (await story.engine.create(await story.actor('ann@example.com'), entity, body, none)).record.id;
const states = async (table: string) =>
  (await story.engine.pool.query(`select title, status from product.${table} order by title`)).rows.map(
    ({ title, status }: { title: string; status: string }) => `${title} ${status}`,
  );
const later = async (now: string) => {
  story.time.now = now;
  for (let round = 0; round < 3; round += 1) await worker.settle();
};
const timers = async () => new Map((await story.engine.listTimers()).map((timer) => [timer.clause, timer]));

describe('a timer whose time is not shown', () => {
  test('fires for nothing, and stops neither the others nor the calls', async () => {
    await create('First', { title: 'a' });
    await create('Second', { title: 'b' });
    await later('2026-11-21T10:00:05.000000Z');
    expect([await states('first'), await states('second')]).toEqual([['a open'], ['b gone']]);
    const calls = await story.engine.listCalls('failed', 10);
    expect(calls.map(({ call }) => call)).toEqual(['told']);
  });

  test('is reported once, in the log, in the list of timers and in what the worker could not do', async () => {
    await create('First', { title: 'a' });
    await later('2026-11-21T10:00:05.000000Z');
    await later('2026-11-21T12:00:05.000000Z');
    expect(reported.filter((line) => line.includes('4.First.status.lapse'))).toEqual([
      'The timer 4.First.status.lapse failed: The value of LATER is not shown.',
    ]);
    const refused = thrown.filter((error) => error instanceof RefusedTask);
    expect(refused.map(({ refusal }) => refusal.code)).toContain('NOT_SPECIFIED');
    expect((await timers()).get('4.First.status.lapse')).toMatchObject({
      entity: 'First',
      event: 'lapse',
      waiting: null,
      problem: 'The value of LATER is not shown.',
    });
    expect((await timers()).get('4.Second.status.lapse')).toMatchObject({ waiting: 0, due: 0, problem: null });
    expect(await story.engine.workerFailures()).toContainEqual(
      expect.objectContaining({ task: 'timer', clause: '4.First.status.lapse', record: null }),
    );
  });
});

describe('a record for which a timer fails', () => {
  test('holds up no other, and goes as soon as it has changed', async () => {
    const bad = await create('Third', { title: 'bad', size: 9 });
    await create('Third', { title: 'good', size: 1 });
    await later('2026-11-21T10:00:05.000000Z');
    expect(await states('third')).toEqual(['bad open', 'good gone']);
    expect((await timers()).get('4.Third.status.lapse')).toMatchObject({
      waiting: 1,
      due: 1,
      failures: [{ record: bad, since: '2026-11-21T10:00:05Z' }],
    });
    expect(reported.filter((line) => line.includes('4.Third.status.lapse'))).toHaveLength(1);
    const ann = await story.actor('ann@example.com');
    await story.engine.update(ann, 'Third', bad, { size: 2 }, { ifMatch: '*' });
    await later('2026-11-21T10:00:06.000000Z');
    expect(await states('third')).toEqual(['bad gone', 'good gone']);
    expect((await timers()).get('4.Third.status.lapse')).toMatchObject({ waiting: 0, failures: [] });
  });

  test('is tried again where somebody asks for it', async () => {
    const bad = await create('Third', { title: 'bad', size: 9 });
    await later('2026-11-21T10:00:05.000000Z');
    await story.engine.pool.query('update product.third set size = 1 where id = $1', [bad]);
    await later('2026-11-21T10:00:06.000000Z');
    expect(await states('third')).toEqual(['bad open']);
    expect(await story.engine.retryTimer('4.Third.status.lapse')).toBe(1);
    await later('2026-11-21T10:00:07.000000Z');
    expect(await states('third')).toEqual(['bad gone']);
  });
});

describe('a record whose time is beyond what there is', () => {
  test('waits for nothing, and holds up no other', async () => {
    for (const [place, days] of [999_999_999, 0, 3_000_000, 9_007_199_254_740_991].entries())
      await create('Fifth', { title: `t${place}`, days });
    await later('2026-11-22T10:00:00.000000Z');
    expect(await states('fifth')).toEqual(['t0 open', 't1 gone', 't2 open', 't3 open']);
    expect((await timers()).get('4.Fifth.status.lapse')).toMatchObject({
      waiting: 0,
      due: 0,
      problem: null,
      failures: [],
    });
  });
});

describe('a record whose time can not be computed', () => {
  const BEYOND = 3_000_000;
  const lapse = '4.Fifth.status.lapse';

  // A value beyond its type is null: only a fault of the database makes a statement fail.
  beforeEach(async () => {
    await story.engine.pool.query(`
      alter function nonet.moved(timestamptz, interval, text) rename to moved_rightly;
      create function nonet.moved(moment timestamptz, by interval, zone text) returns timestamptz language plpgsql strict as $$
      begin
        if by > interval '2000000 days' then raise exception using errcode = '22008', message = 'out of range'; end if;
        return nonet.moved_rightly(moment, by, zone);
      end $$`);
  });
  afterEach(async () => {
    await story.engine.pool.query(`
      drop function nonet.moved(timestamptz, interval, text);
      alter function nonet.moved_rightly(timestamptz, interval, text) rename to moved`);
  });

  test('stops neither its timer nor a schedule for the others', async () => {
    const ids: string[] = [];
    for (const [place, days] of [BEYOND, 0, 0, BEYOND, 0].entries())
      ids.push(await create('Fifth', { title: `t${place}`, days }));
    await later('2026-11-22T10:00:00.000000Z');
    expect(await states('fifth')).toEqual(['t0 open', 't1 gone', 't2 gone', 't3 open', 't4 gone']);
    const failed = (await timers()).get(lapse);
    expect(failed).toMatchObject({ waiting: 2, due: 0, next: null, problem: null });
    expect(new Set(failed?.failures.map(({ record }) => record))).toEqual(new Set([ids[0], ids[3]]));
    expect(reported.filter((line) => line.includes(lapse))).toHaveLength(2);
    const { rows } = await story.engine.pool.query<{ record: string }>(
      `select record from nonet.outbound_call where call = 'beyond'`,
    );
    expect(new Set(rows.map(({ record }) => record))).toEqual(new Set([ids[1], ids[2], ids[4]]));
  });

  test('is tried again as soon as it has changed', async () => {
    const bad = await create('Fifth', { title: 'bad', days: BEYOND });
    await later('2026-11-21T10:00:05.000000Z');
    expect(await states('fifth')).toEqual(['bad open']);
    const ann = await story.actor('ann@example.com');
    await story.engine.update(ann, 'Fifth', bad, { days: 1 }, { ifMatch: '*' });
    await later('2026-11-21T10:00:06.000000Z');
    expect((await timers()).get(lapse)).toMatchObject({ waiting: 1, due: 0 });
    await later('2026-11-22T10:00:05.000000Z');
    expect(await states('fifth')).toEqual(['bad gone']);
    expect((await timers()).get(lapse)?.failures).toEqual([]);
  });
});

test('a schedule that needs what is not shown makes no call, and stops no other', async () => {
  await create('Third', { title: 'x', size: 1 });
  await later('2026-11-22T10:00:00.000000Z');
  const { rows } = await story.engine.pool.query(
    `select distinct call from nonet.outbound_call where event like 'every%'`,
  );
  expect(rows).toEqual([{ call: 'daily' }]);
  const failed = await story.engine.workerFailures();
  expect(failed.filter(({ task }) => task === 'schedule')).toEqual([]);
});

test('a timer that needs a variable which is not set is reported, and fires once it is', async () => {
  const at = story.time.now;
  await story.engine.pool.query(`insert into product.fourth (title, status, created_at) values ('d', 'open', $1)`, [
    at,
  ]);
  await later('2026-11-21T10:00:05.000000Z');
  expect(await states('fourth')).toEqual(['d open']);
  expect((await timers()).get('4.Fourth.status.lapse')?.problem).toMatch(/which is not set/);
  await worker.stop();
  worker = startWorker(
    { ...story.engine, index: { ...story.engine.index, environment: { WORD: 'x' } } },
    { onFault: () => undefined },
  );
  await later('2026-11-21T10:00:06.000000Z');
  expect(await states('fourth')).toEqual(['d gone']);
  const left = (await story.engine.workerFailures()).map(({ clause }) => clause);
  expect(left).not.toContain('4.Fourth.status.lapse');
});
