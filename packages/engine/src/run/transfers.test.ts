import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';

/** 4: concurrent writes end as some serial order would, also where the effects of events write the same records. */

const PARALLEL = 8;
const TRANSFERS = 40;
const none = { ifMatch: null };

let story: Story;
let ann: Actor;
let users: readonly [string, string];
let accounts: readonly [string, string];
let round = 0;

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/transfers.md', import.meta.url), 'utf8')));
  ann = await story.actor('ann@example.com');
  users = [ann.userId ?? '', (await story.actor('ben@example.com')).userId ?? ''];
});
afterAll(() => story.end());
beforeEach(async () => {
  round += 1;
  await story.engine.pool.query('delete from product.transfer');
  await story.engine.pool.query('delete from product.account');
  accounts = [await create('Account', { name: `A ${round}` }), await create('Account', { name: `B ${round}` })];
});

const create = async (entity: string, body: object) => (await story.engine.create(ann, entity, body, none)).record.id;
const fire = (entity: string, id: string, event: string, body: object = {}) =>
  story.engine.fire(ann, entity, id, event, body, none);
const balances = async () =>
  (await story.engine.pool.query<{ balance: number }>('select balance from product.account order by name')).rows.map(
    ({ balance }) => balance,
  );
const points = async () =>
  (await story.engine.pool.query<{ points: number }>('select points from product."user" order by email')).rows.map(
    (row) => row.points,
  );
const deadlocks = async () =>
  Number(
    (await story.engine.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0]
      .deadlocks,
  );

/** Does the work this number of times in parallel, and answers the refusals. */
async function inParallel(count: number, work: (place: number) => Promise<unknown>): Promise<string[]> {
  const refused: string[] = [];
  let next = 0;
  const one = async () => {
    while (next < count) {
      next += 1;
      await work(next).catch((error: unknown) => refused.push(String(error)));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, one));
  return refused;
}

const both = <T>([one, other]: readonly [T, T], place: number): readonly [T, T] =>
  place % 2 === 0 ? [one, other] : [other, one];

test('transfers both ways are all booked', async () => {
  const ids = await Promise.all(
    Array.from({ length: TRANSFERS }, async (_, place) => {
      const [giver, taker] = both(accounts, place);
      return create('Transfer', { giver, taker, amount: place < TRANSFERS / 2 ? 1 : 2 });
    }),
  );
  const before = await deadlocks();
  expect(await inParallel(TRANSFERS, (place) => fire('Transfer', ids[place - 1] ?? '', 'book'))).toEqual([]);
  expect(await balances()).toEqual([100, 100]);
  const { rows } = await story.engine.pool.query(
    `select count(*)::int as n from product.transfer where status = 'booked'`,
  );
  expect(rows).toEqual([{ n: TRANSFERS }]);
  expect(await deadlocks()).toBe(before);
});

test('events of records that write each other are all done', async () => {
  const before = await deadlocks();
  const give = (place: number) => {
    const [giver, taker] = both(accounts, place);
    return fire('Account', giver, 'give', { peer: taker });
  };
  expect(await inParallel(TRANSFERS, give)).toEqual([]);
  expect(await balances()).toEqual([100, 100]);
  expect(await deadlocks()).toBe(before);
});

test('all effects of a create between users are carried out', async () => {
  const before = await deadlocks();
  const gift = async (place: number) => {
    const [giver, taker] = both(users, place);
    const id = await create('Gift', { giver, taker, amount: 3 });
    if (place % 4 < 2) await fire('Gift', id, 'return');
  };
  expect(await inParallel(TRANSFERS, gift)).toEqual([]);
  expect((await points()).reduce((sum, each) => sum + each, 0)).toBe(200);
  expect(await points()).toEqual([100, 100]);
  expect(await deadlocks()).toBe(before);
});

test('all effects on every record of an entity are carried out while single records have events', async () => {
  const rounds = await create('Round', { title: 'x' });
  const all = (place: number) => {
    const [giver, taker] = both(accounts, place);
    if (place % 4 === 0) return fire('Round', rounds, 'pay');
    if (place % 4 === 1) return fire('Round', rounds, 'pay_back');
    return fire('Account', giver, 'give', { peer: taker });
  };
  const before = await deadlocks();
  expect(await inParallel(TRANSFERS, all)).toEqual([]);
  expect((await balances()).reduce((sum, each) => sum + each, 0)).toBe(200);
  expect(await deadlocks()).toBe(before);
});

test('one that a rule refuses is refused alone', async () => {
  const [giver, taker] = accounts;
  const ids = await Promise.all(Array.from({ length: 8 }, () => create('Transfer', { giver, taker, amount: 30 })));
  const refused = await inParallel(8, (place) => fire('Transfer', ids[place - 1] ?? '', 'book'));
  expect(refused).toHaveLength(5);
  expect(await balances()).toEqual([10, 190]);
});
