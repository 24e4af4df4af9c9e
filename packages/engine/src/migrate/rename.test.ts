import { tiersOf } from '@nonet/testing/tiers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queueScheduledCalls } from '../calls/schedule.ts';
import { createEngine } from '../create-engine.ts';
import type { Actor } from '../engine.ts';
import { failuresThrown } from '../fixtures/failures-thrown.ts';
import { documentNamed, FORMER_NAMES, LATER_NAMES, type RenamedNames } from '../fixtures/renamed.ts';
import { planOfDocument, type Story, startStory } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import type { RunningEngine } from '../running-engine.ts';
import { fireDueTimers } from '../timers/fire-timers.ts';
import { MigrationRefusal } from './refusals.ts';

const none = { ifMatch: null };
const ANY = { ifMatch: '*' };
let story: Story;
let lena: Actor;
let kept: string;
let hidden: string;
let remark: string;

beforeEach(async () => {
  story = await startStory(planOfDocument(documentNamed(FORMER_NAMES)));
  lena = await story.actor('lena@example.com');
  const { engine } = story;
  await queueScheduledCalls({ ...engine, failures: failuresThrown(engine) });
  const claim = async (purpose: string) =>
    (await engine.create(lena, 'Claim', { purpose, lines: [{ amount: 12 }, { amount: 30 }] }, none)).record.id;
  [kept, hidden] = [await claim('Train'), await claim('Taxi')];
  await engine.fire(lena, 'Claim', kept, 'submit', {}, none);
  story.time.now = '2026-11-25T10:00:00.000000Z';
  await fireTimers(engine);
  remark = (await engine.create(lena, 'Remark', { text: 'Late', claim: hidden }, none)).record.id;
  await engine.delete(lena, 'Claim', hidden, ANY);
  await engine.pool.query(
    `insert into nonet.api_token (token_hash, user_id, name, roles, created_at, expires_at) values ('x', $1, 'script', '{clerk}', now(), now())`,
    [lena.userId],
  );
});
afterEach(() => story.end());

const start = (text: string): Promise<RunningEngine> =>
  createEngine({ plan: planOfDocument(text), pool: story.engine.pool, clock: () => story.time.now });
const fireTimers = (engine: RunningEngine) => {
  const { index, pool, clock } = engine;
  const failures = failuresThrown(engine);
  return fireDueTimers({ index, pool, clock, failures }, { refused: new Map(), failed: new Set() });
};
const rows = async (sql: string) => (await story.engine.pool.query(sql)).rows;
/** Everything that is stored, regardless of names. */
async function stored(): Promise<unknown> {
  const tables = (await rows(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema in ('product', 'nonet') order by 1`,
  )) as { name: string }[];
  const all = [];
  for (const { name } of tables) all.push([name, await rows(`select t::text as row from ${name} t order by 1`)]);
  const indexes = await rows(`select indexdef from pg_indexes where schemaname = 'product' order by 1`);
  return [all, indexes];
}

describe('several renames at once', () => {
  let engine: RunningEngine;
  beforeEach(async () => {
    engine = await start(documentNamed(LATER_NAMES));
    lena = await story.actor('lena@example.com');
  });
  const read = async (entity: string, id: string) =>
    (await engine.read(lena, entity, id, { fields: null, expand: null })).record;

  test('is reported as such, and once', async () => {
    expect(engine.migration.steps.filter((step) => step.includes(' was '))).toHaveLength(
      Object.keys(LATER_NAMES).length,
    );
    expect(engine.migration.steps.filter((step) => step.includes('is gone') && !step.startsWith('index'))).toEqual([]);
    expect((await start(documentNamed(LATER_NAMES))).migration).toEqual({
      kind: 'unchanged',
      version: 2,
      steps: [],
      effects: [],
    });
  });

  test('is stored as if it had always had these names', async () => {
    const shape = async (of: Story) =>
      (
        await of.engine.pool.query(`
          select table_name as of, column_name as name, data_type as is from information_schema.columns where table_schema = 'product'
          union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'product' and indexname not like '%_pkey'
          union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
            where connamespace = 'product'::regnamespace and contype = 'f' order by 1, 2`)
      ).rows;
    const fresh = await startStory(planOfDocument(documentNamed(LATER_NAMES)));
    const expected = await shape(fresh);
    await fresh.end();
    expect(await shape(story)).toEqual(expected);
  });

  test('has its data, its roles, and takes part in events', async () => {
    expect(await read('Expense', kept)).toMatchObject({
      code: 'CL-0001',
      reason: 'Train',
      stage: 'handed_in',
      reminded: 1,
      items: [{ price: 12 }, { price: 30 }],
    });
    expect(await rows('select roles from product."user" where roles is not null')).toEqual([{ roles: ['accountant'] }]);
    expect(await rows('select roles from nonet.api_token')).toEqual([{ roles: ['accountant'] }]);
    expect((await engine.fire(lena, 'Expense', kept, 'pay', {}, none)).record['stage']).toBe('paid');
    expect((await engine.create(lena, 'Expense', { reason: 'Bus', items: [] }, none)).record['code']).toBe('CL-0003');
    const { record: more } = await engine.create(lena, 'Expense', { reason: 'Tram', items: [{ price: 3 }] }, none);
    expect(more['items']).toMatchObject([{ id: 5, price: 3 }]);
    const taken = engine.create(lena, 'Expense', { reason: 'Train', items: [] }, none);
    await expect(taken).rejects.toMatchObject({ errors: [{ field: 'reason', code: 'NOT_UNIQUE' }] });
  });

  test('has its history, in which its values and states have the new names', async () => {
    const history = JSON.stringify(await engine.history(lena, 'Expense', kept));
    for (const word of [
      '"hand_in"',
      '"nudge"',
      '"handed_in"',
      '"reason"',
      'Train',
      '"price"',
      '4.Expense.stage.hand_in',
    ])
      expect(history).toContain(word);
    expect(history).not.toMatch(/[Cc]laim|purpose|amount|status|submit|remind"/);
  });

  test('comes back from a soft delete with what went with it', async () => {
    await engine.restore(lena, 'Expense', hidden, none);
    expect(await read('Expense', hidden)).toMatchObject({ reason: 'Taxi', items: [{ price: 12 }, { price: 30 }] });
    expect(await read('Remark', remark)).toMatchObject({ expense: hidden });
    expect((await engine.list(lena, 'Expense', WHOLE_LIST)).items).toHaveLength(2);
  });

  test('is neither reminded nor called twice', async () => {
    expect(await fireTimers(engine)).toBe(0);
    expect(await rows('select distinct entity, event from nonet.outbound_call')).toEqual([
      { entity: 'Expense', event: 'hand_in' },
    ]);
    await queueScheduledCalls({ ...engine, failures: failuresThrown(engine) });
    expect(await rows(`select count(*)::int as n from nonet.outbound_call where event like 'every day%'`)).toEqual([
      { n: 1 },
    ]);
  });
});

describe('each name alone', () => {
  const keys = Object.keys(LATER_NAMES) as (keyof RenamedNames)[];
  describe.each(tiersOf(keys, 3))('%s', (_tier, some, tags) => {
    test.each(some)('%s', { tags }, async (key) => {
      const names = { ...FORMER_NAMES, [key]: LATER_NAMES[key] };
      const engine = await start(documentNamed(names));
      lena = await story.actor('lena@example.com');
      const { record } = await engine.read(lena, names.claim, kept, { fields: null, expand: null });
      expect(record).toMatchObject({
        [names.number]: 'CL-0001',
        [names.purpose]: 'Train',
        [names.status]: names.submitted,
        [names.lines]: [{ [names.amount]: 12 }, { [names.amount]: 30 }],
      });
      expect(JSON.stringify(await engine.history(lena, names.claim, kept))).toContain(`"${names.submit}"`);
      expect((await start(documentNamed(names))).migration.kind).toBe('unchanged');
    });
  });
});

test('a rename that also loses data is refused, and changes nothing', async () => {
  const before = await stored();
  const refusal = await start(documentNamed(LATER_NAMES, '..4')).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(MigrationRefusal);
  expect((refusal as MigrationRefusal).obstacles).toEqual([
    '`Expense.reason` is limited more tightly now: one record is beyond it',
  ]);
  expect(await stored()).toEqual(before);
});

test('without `was` it is another name, and what was stored is not lost unasked', async () => {
  const text = documentNamed({ ...FORMER_NAMES, purpose: 'reason' }).replace(', was purpose', '');
  await expect(start(text)).rejects.toThrow(/`Claim\.purpose` is gone: 2 records have a value/);
});

test('a former name may be given to something else, once its rename is done', async () => {
  const names = { ...FORMER_NAMES, purpose: 'reason' };
  await start(documentNamed(names));
  const engine = await start(documentNamed(names).replace(', was purpose |', ' |\n| purpose | text | optional |'));
  expect(await rows('select reason, purpose from product.claim order by 1')).toEqual([
    { reason: 'Taxi', purpose: null },
    { reason: 'Train', purpose: null },
  ]);
  expect(engine.migration.kind).toBe('changed');
});
