import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

/** 3: `kept for`, `kept while`: records whose time has passed go for good, with all that is of them. */

const DOCUMENT = readFileSync(new URL('../fixtures/retention.md', import.meta.url), 'utf8');
const none = { ifMatch: null };

let story: Story;
let workers: Worker[];
let ann: Actor;

beforeEach(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
  ann = await story.actor('ann@example.com');
  workers = [1, 2].map(() => startWorker(story.engine, { onFault: () => undefined }));
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await story.end();
});

const create = async (entity: string, body: object) => (await story.engine.create(ann, entity, body, none)).record.id;
const at = async (now: string) => {
  story.time.now = now;
  await Promise.all(workers.map((worker) => worker.settle()));
};
const rowsOf = async (text: string): Promise<readonly unknown[]> => (await story.engine.pool.query(text)).rows;
const cases = async () =>
  (await story.engine.pool.query<{ title: string }>('select title from product."case" order by title')).rows.map(
    ({ title }) => title,
  );
const PASSED = '2028-02-01T10:00:00.000000Z';

test('a record goes when its time has passed, with its children, its comments and their history, and one entry stays', async () => {
  const id = await create('Case', { title: 'a', closed_on: '2026-01-31', steps: [{ what: 'Asked' }] });
  await create('Note', { about: id, text: 'A secret' });
  await story.engine.update(ann, 'Case', id, { title: 'Mrs X' }, { ifMatch: '*' });
  await create('Case', { title: 'open' });
  await at('2028-01-30T22:59:59.000000Z');
  expect(await cases()).toEqual(['Mrs X', 'open']);
  await at(PASSED);
  expect(await cases()).toEqual(['open']);
  expect(await rowsOf('select from product.note union all select from product.step')).toEqual([]);
  const kept = `select entity, action, clause, by, before, after from nonet.history where record in ('${id}') or entity = 'Note' order by entity`;
  const entry = { action: 'expire', clause: '3.Case.settings.kept_for', by: null, before: null, after: null };
  expect(await rowsOf(kept)).toEqual([
    { entity: 'Case', ...entry },
    { entity: 'Note', ...entry },
  ]);
});

test('what a hold keeps stays, also a record that was softly deleted, until it is lifted', async () => {
  const id = await create('Case', { title: 'held', closed_on: '2026-01-31', disputed: true });
  const gone = await create('Case', { title: 'deleted', closed_on: '2026-01-31' });
  await story.engine.delete(ann, 'Case', gone, { ifMatch: '*' });
  await at(PASSED);
  expect(await cases()).toEqual(['held']);
  await story.engine.update(ann, 'Case', id, { disputed: false }, { ifMatch: '*' });
  await at('2028-02-01T12:00:00.000000Z');
  expect(await cases()).toEqual([]);
});

test('a record that another one needs stays, is a failure that an operator finds, and holds nothing else back', async () => {
  const id = await create('Case', { title: 'billed', closed_on: '2026-01-31' });
  await create('Case', { title: 'other', closed_on: '2026-01-31' });
  const invoice = await create('Invoice', { about: id });
  await at(PASSED);
  expect(await cases()).toEqual(['billed']);
  expect(await story.engine.workerFailures()).toContainEqual(
    expect.objectContaining({ task: 'retention', clause: '3.Case.settings.kept_for', record: id }),
  );
  await story.engine.delete(ann, 'Invoice', invoice, { ifMatch: '*' });
  await at('2028-02-01T12:00:00.000000Z');
  expect(await cases()).toEqual([]);
  expect((await story.engine.workerFailures()).filter(({ task, record }) => task === 'retention' && record)).toEqual(
    [],
  );
});

test('a duration that is not shown deletes nothing, and is counted by its name', async () => {
  await create('Visit', { at: '2000-01-01T10:00:00Z' });
  await at(PASSED);
  expect(await rowsOf('select from product.visit')).toHaveLength(1);
  expect((await story.engine.hits()).get('9.VISIT_TIME')).toBeGreaterThan(0);
});

test('more records than one transaction deletes go in one sweep', async () => {
  await story.engine.pool.query(
    `insert into product."case" (title, closed_on, disputed, version, created_at, updated_at) select 'c' || n, date '2026-01-31', false, 1, now(), now() from generate_series(1, 120) n`,
  );
  await at(PASSED);
  expect(await cases()).toEqual([]);
});

test('two processes take turns at many records, so that neither fails, and what stays is passed over', async () => {
  await story.engine.pool.query(
    `insert into product."case" (title, closed_on, disputed, version, created_at, updated_at) select 'c' || n, date '2026-01-31', false, 1, now(), now() from generate_series(1, 170) n`,
  );
  const stays = await story.find('case', 'title', 'c60');
  await create('Invoice', { about: stays });
  await at(PASSED);
  expect(await cases()).toEqual(['c60']);
  const failed = (await story.engine.workerFailures()).filter(({ task, record }) => task === 'retention' && record);
  expect(failed.map(({ record }) => record)).toEqual([stays]);
});

test('a process of a former version deletes nothing that the one in use keeps', async () => {
  await create('Case', { title: 'a', closed_on: '2026-01-31' });
  await Promise.all(workers.splice(1).map((worker) => worker.stop()));
  const next = planOfDocument(DOCUMENT.replace('2 years after', '9 years after'));
  await createEngine({ plan: next, pool: story.engine.pool, clock: () => story.time.now });
  await at(PASSED);
  expect(await cases()).toEqual(['a']);
});

test('a version with a shorter time says how many records it deletes at once', async () => {
  await create('Case', { title: 'a', closed_on: '2025-01-31' });
  const plan = planOfDocument(DOCUMENT.replace('2 years after', '1 year after'));
  const next = await createEngine({ plan, pool: story.engine.pool, clock: () => story.time.now });
  expect((await next.versionStatus()).versions.at(-1)?.effects.join()).toContain(
    '3.Case.settings.kept_for: one record of Case',
  );
});
