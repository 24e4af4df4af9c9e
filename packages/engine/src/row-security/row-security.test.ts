import { readdirSync, readFileSync } from 'node:fs';
import { isObject } from '@nonet/language';
import { tiersOf } from '@nonet/testing/tiers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { type SecuredProduct, startSecured } from '../fixtures/secured.ts';
import { planOfDocument, planOfExample } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import { Refusal } from '../refusal.ts';
import type { RunningEngine } from '../running-engine.ts';

const PRODUCTS = new URL('../../../../examples/products/', import.meta.url);
const DOCUMENTS = readdirSync(PRODUCTS).filter((name) => name.endsWith('.md'));

let product: SecuredProduct;

describe.each(tiersOf(DOCUMENTS, 6))('%s of the products', (_tier, names, tags) => {
  test.each(names)(
    'in %s everybody finds what they may read, also where statements forget to ask',
    { tags },
    async (name) => {
      const one = await startSecured(planOfDocument(readFileSync(new URL(name, PRODUCTS), 'utf8')));
      try {
        let records = 0;
        for (const actor of await one.everybody())
          for (const { name: entity } of one.plain.plan.entities) {
            const label = `${entity} as ${actor.userId}`;
            const may = await listed(one.plain, actor, entity);
            expect(await listed(one.secured, actor, entity), label).toEqual(may);
            expect(await listed(one.forgetful, actor, entity), `${label}, forgotten`).toEqual(may);
            records += may?.length ?? 0;
          }
        expect(records).toBeGreaterThan(0);
      } finally {
        await one.end();
      }
    },
  );
});

describe('claims of several people', () => {
  let ids: readonly string[];
  beforeAll(async () => {
    product = await startSecured(planOfExample('expenses'), {
      MAIL_URL: 'http://mail.test',
      LEDGER_URL: 'http://ledger.test',
    });
    const { plain, pool } = product;
    const [category] = (await pool.query<{ id: string }>(`select id from product.category where name = 'Travel'`)).rows;
    const led = await pool.query<{ id: string }>('select id from product."user" where supervisor is not null');
    const made: string[] = [];
    for (const actor of await product.everybody()) {
      if (actor.userId === null) continue;
      for (const purpose of ['Visit', 'Fair']) {
        const line = { date: '2026-11-10', category: category?.id, description: 'Train', amount: '12.50' };
        const body = { purpose, from: '2026-11-09', to: '2026-11-12', lines: [line] };
        const { record } = await plain.create(actor, 'Claim', body, { ifMatch: null });
        made.push(record.id);
        if (purpose === 'Fair' && led.rows.some(({ id }) => id === actor.userId))
          await plain.fire(actor, 'Claim', record.id, 'submit', {}, { ifMatch: null });
      }
    }
    await pool.query(`update product.claim set status = 'approved' where id = $1`, [made[2]]);
    ids = made;
  });
  afterAll(() => product?.end());

  /** The doors that give records, each with the answer to somebody. */
  const doors: readonly [string, (engine: RunningEngine, actor: Actor) => Promise<unknown>][] = [
    ['a list', (engine, actor) => listed(engine, actor, 'Claim')],
    ['a list with its total', (engine, actor) => total(engine, actor)],
    ['owned children', (engine, actor) => each((id) => parts(engine, actor, id))],
    ['a search', (engine, actor) => listed(engine, actor, 'Claim', { search: 'fair' })],
    ['a filter', (engine, actor) => listed(engine, actor, 'Claim', { filters: [{ key: 'status', value: 'draft' }] })],
    ['a record by its id', (engine, actor) => each((id) => read(engine, actor, id))],
    ['a history', (engine, actor) => each((id) => hasHistory(engine, actor, id))],
    ['sums', (engine, actor) => answerOf(engine.summarize(actor, 'Claim', WHOLE_LIST, { of: 'total', by: 'status' }))],
    [
      'a report',
      (engine, actor) =>
        answerOf(
          engine.report(actor, 'Claim', WHOLE_LIST, { rows: 'status', columns: null, measures: 'count,sum(total)' }),
        ),
    ],
    ['a dashboard', (engine, actor) => answerOf(engine.dashboard(actor, 'overview', { tile: null, isSoon: false }))],
    ['an export', (engine, actor) => exported(engine, actor)],
  ];

  test.each(doors)(
    '%s gives nobody a record that they may not read, where its statement forgets to ask',
    async (_name, ask) => {
      let others = 0;
      for (const actor of await product.everybody()) {
        const may = await ask(product.plain, actor);
        expect(await ask(product.secured, actor), `as ${actor.userId}`).toEqual(may);
        expect(await ask(product.forgetful, actor), `as ${actor.userId}, forgotten`).toEqual(may);
        if (JSON.stringify(await ask(product.open, actor)) !== JSON.stringify(may)) others += 1;
      }
      // Without row security they would.
      expect(others).toBeGreaterThan(0);
    },
  );

  test('people who ask at once in one statement get their own records each', async () => {
    const people = await product.everybody();
    const may = [];
    for (const actor of people) may.push(await listed(product.plain, actor, 'Claim'));
    const asked = [...people, ...people, ...people].map((actor) => listed(product.forgetful, actor, 'Claim'));
    expect(await Promise.all(asked)).toEqual([...may, ...may, ...may]);
  });

  test('a statement has the conditions of row security in it, and calls no function', async () => {
    const sent = new Set<string>();
    const query = product.pool.query.bind(product.pool);
    Object.assign(product.pool, {
      query: (asked: unknown, ...more: []) => {
        if (isObject(asked) && typeof asked.text === 'string') sent.add(asked.text);
        return query(asked as string, ...more);
      },
    });
    try {
      for (const [, ask] of doors) for (const actor of await product.everybody()) await ask(product.secured, actor);
    } finally {
      Object.assign(product.pool, { query });
    }
    const schema = product.secured.index.rowSecurity?.schema ?? '';
    const secured = [...sent].filter((text) => text.includes(schema));
    expect(secured.length).toBeGreaterThan(doors.length);
    for (const text of secured) {
      const { rows } = await product.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Function Scan on (?:claim|line|user)/);
    }
  });

  async function each(ask: (id: string) => Promise<unknown>): Promise<readonly unknown[]> {
    const answers = [];
    for (const id of ids) answers.push(await ask(id));
    return answers;
  }
});

type Query = Partial<typeof WHOLE_LIST>;

/** The records of a list with their titles, and those of the records that they refer to; null where it is refused. */
function listed(
  engine: RunningEngine,
  actor: Actor,
  entity: string,
  query: Query = {},
): Promise<readonly unknown[] | null> {
  return answerOf(
    engine
      .list(actor, entity, { ...WHOLE_LIST, limit: 100, ...query })
      .then(({ json }) =>
        (JSON.parse(json) as { id: unknown; _title: unknown }[]).map(({ id, _title: title }) => [id, title]),
      ),
  );
}

function total(engine: RunningEngine, actor: Actor): Promise<number | null> {
  return answerOf(engine.list(actor, 'Claim', { ...WHOLE_LIST, count: true }).then(({ count }) => count));
}

function read(engine: RunningEngine, actor: Actor, id: string): Promise<unknown> {
  return answerOf(engine.read(actor, 'Claim', id, { fields: 'id,purpose', expand: null }).then(({ record }) => record));
}

/** Row security keeps back the record; which of its entries somebody may read, the statement alone decides. */
async function hasHistory(engine: RunningEngine, actor: Actor, id: string): Promise<boolean> {
  return (await answerOf(engine.history(actor, 'Claim', id))) !== null;
}

function parts(engine: RunningEngine, actor: Actor, id: string): Promise<unknown> {
  const query = { ...WHOLE_LIST, filters: [{ key: 'claim', value: id }] };
  return answerOf(engine.list(actor, 'Line', query).then(({ json }) => json));
}

function exported(engine: RunningEngine, actor: Actor): Promise<readonly unknown[] | null> {
  return answerOf(
    engine.export(actor, 'Claim', WHOLE_LIST).then(async (records) => {
      const ids: unknown[] = [];
      for (let next = await records.next(); next !== null; next = await records.next())
        ids.push(...next.map(({ id }) => id));
      return ids;
    }),
  );
}

/** An answer; null where it is refused, because there is nothing or it is not theirs to read. */
async function answerOf<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'INVALID') return null;
    throw error;
  }
}
