import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, type Story, startStory } from '../fixtures/story.ts';

/** 6: `merge`: what refers to the record that goes refers to the one that stays. */

const any = { ifMatch: '*' };
const none = { ifMatch: null };

let story: Story;
let clerk: Actor;
let both: Actor;
let helper: Actor;

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/merge.md', import.meta.url), 'utf8')));
  [clerk, both, helper] = await Promise.all(
    ['ann', 'bob', 'cor'].map((name) => story.actor(`${name}@example.com`)) as [
      Promise<Actor>,
      Promise<Actor>,
      Promise<Actor>,
    ],
  );
});
afterAll(() => story.end());

const create = async (entity: string, body: object) => (await story.engine.create(clerk, entity, body, none)).record.id;
const read = async (entity: string, id: string) =>
  (await story.engine.read(clerk, entity, id, { fields: null, expand: null })).record;
const merge = (actor: Actor, id: string, goes: string, take: readonly string[] = [], options: object = {}) =>
  story.engine.merge(actor, 'Customer', id, { from: { id: goes }, take }, { ...any, ...options });

let count = 0;
const pair = async (first: object = {}, second: object = {}): Promise<[string, string]> => {
  count += 1;
  return [
    await create('Customer', { name: `A${count}`, ...first }),
    await create('Customer', { name: `B${count}`, ...second }),
  ];
};

test('all that refers to the one refers to the other, in records that nobody may update and in those that are deleted', async () => {
  const [stays, goes] = await pair(
    { addresses: [{ street: 'First' }] },
    { addresses: [{ street: 'Second' }, { street: 'Third' }] },
  );
  const friend = await create('Customer', { name: 'Friend', friends: [goes, stays], within: goes });
  const other = await create('Customer', { name: 'Other', friends: [goes] });
  const orders = [
    await create('Order', { customer: goes, amount: '1.00' }),
    await create('Order', { customer: goes, amount: '2.00' }),
  ];
  await story.engine.delete(clerk, 'Order', orders[1] ?? '', any);
  const group = await create('Group', { members: [friend, goes] });
  const card = await create('Card', { customer: goes, kind: 'gold' });
  const remark = await create('Remark', { about: goes, text: 'Called' });

  const merged = await merge(clerk, stays, goes);
  expect(merged.record).toMatchObject({
    id: stays,
    addresses: [{ street: 'First' }, { street: 'Second' }, { street: 'Third' }],
  });
  expect(await read('Customer', friend)).toMatchObject({ friends: [stays], within: stays });
  expect(await read('Customer', other)).toMatchObject({ friends: [stays] });
  expect(await read('Order', orders[0] ?? '')).toMatchObject({ customer: stays });
  await story.engine.restore(clerk, 'Order', orders[1] ?? '', none);
  expect(await read('Order', orders[1] ?? '')).toMatchObject({ customer: stays });
  expect(await read('Group', group)).toMatchObject({ members: [friend, stays] });
  expect(await read('Card', card)).toMatchObject({ customer: stays });
  expect(await read('Remark', remark)).toMatchObject({ about: stays });
  expect((await refusalOf(read('Customer', goes))).code).toBe('NOT_FOUND');
  expect(await story.engine.mergedInto('Customer', goes)).toBe(stays);
  const [entry] = await story.engine.history(clerk, 'Order', orders[0] ?? '');
  expect(entry).toMatchObject({ action: 'update', clause: '6.Customer.merge' });
});

test('the values that are taken are those of the one that goes, unique ones among them, and the history has both', async () => {
  const [stays, goes] = await pair({ email: 'a@example.com', rating: 1 }, { email: 'b@example.com', rating: 2 });
  const merged = await merge(clerk, stays, goes, ['email']);
  expect(merged.record).toMatchObject({ email: 'b@example.com', rating: 1 });
  const history = await story.engine.history(clerk, 'Customer', stays);
  const changed = (to: unknown) => expect.objectContaining({ field: 'email', to });
  expect(history).toMatchObject([
    { action: 'merge', label: 'Merged', by: { _title: 'Ann' } },
    { action: 'merge', of: goes },
    { action: 'create', of: goes },
    { action: 'create' },
  ]);
  expect(history[0]).toMatchObject({ changes: [changed('b@example.com')] });
  expect(history[2]).toMatchObject({ changes: expect.arrayContaining([changed('b@example.com')]) as unknown });
  const last = await create('Customer', { name: 'Last' });
  await merge(clerk, last, stays);
  expect(await story.engine.mergedInto('Customer', goes)).toBe(last);
  expect(await story.engine.history(clerk, 'Customer', last)).toHaveLength(7);
});

test('a reference of the one that stays to the one that goes leads on', async () => {
  const top = await create('Customer', { name: 'Top' });
  const [stays, goes] = await pair({}, { within: top });
  await story.engine.update(clerk, 'Customer', stays, { within: goes, friends: [goes, top] }, any);
  expect((await merge(clerk, stays, goes)).record).toMatchObject({ within: top, friends: [top] });
});

const REFUSED: readonly (readonly [rule: string, code: string, clause: string | null, make: () => Promise<unknown>])[] =
  [
    [
      'a cell of the one that goes',
      'FORBIDDEN',
      '6.Customer.merge',
      async () => merge(clerk, ...(await pair({}, { name: 'Locked' }))),
    ],
    [
      'a cell of the one that stays',
      'FORBIDDEN',
      '6.Customer.merge',
      async () => merge(clerk, ...(await pair({ name: 'Locked' }))),
    ],
    [
      'a record that nobody sees',
      'NOT_FOUND',
      null,
      async () => merge(helper, ...(await pair({}, { disputed: true }))),
    ],
    [
      'a hold',
      'IN_USE',
      '3.Customer.settings.kept_while',
      async () => merge(clerk, ...(await pair({}, { disputed: true }))),
    ],
    [
      'a field whose value is not set by its taker',
      'INVALID',
      '3.Customer.email',
      async () => merge(helper, ...(await pair({}, { email: 'c@example.com' })), ['email']),
    ],
    [
      'a field that is not read',
      'INVALID',
      '3.Customer.rating',
      async () => merge(helper, ...(await pair({}, { rating: 3 })), ['rating']),
    ],
    [
      'the record itself',
      'INVALID',
      '3.Customer',
      async () => {
        const [one] = await pair();
        return merge(clerk, one, one);
      },
    ],
    [
      'a rule of what refers to it',
      'TOO_MANY',
      '5.R1',
      async () => {
        const two = await pair();
        for (const customer of [...two, ...two]) await create('Order', { customer, amount: '1.00' });
        return merge(clerk, ...two);
      },
    ],
    [
      'a key of what refers to it',
      'NOT_UNIQUE',
      '3.Card.unique',
      async () => {
        const two = await pair();
        for (const customer of two) await create('Card', { customer, kind: 'gold' });
        return merge(clerk, ...two);
      },
    ],
    [
      'the limit of a list',
      'TOO_LONG',
      '3.Customer.addresses',
      async () => {
        const addresses = [{ street: 'a' }, { street: 'b' }];
        return merge(clerk, ...(await pair({ addresses }, { addresses })));
      },
    ],
    [
      'a tree that would go round',
      'NOT_ALLOWED',
      '3.Customer.within',
      async () => {
        const [stays, goes] = await pair();
        const between = await create('Customer', { name: 'Between', within: goes });
        await story.engine.update(clerk, 'Customer', stays, { within: between }, any);
        return merge(clerk, stays, goes);
      },
    ],
    [
      'an older version of the one that goes',
      'STALE',
      null,
      async () => {
        const [stays, goes] = await pair();
        return story.engine.merge(clerk, 'Customer', stays, { from: { id: goes, if_match: '"old"' } }, any);
      },
    ],
  ];

test.each(REFUSED)('%s refuses it as a whole', async (_rule, code, clause, make) => {
  const before = await story.engine.pool.query('select count(*) from product.customer');
  const refusal = await refusalOf(make());
  expect({ code: refusal.code, clause: refusal.clause }).toEqual({ code, clause });
  const after = await story.engine.pool.query('select count(*) from product.customer');
  expect(Number(after.rows[0].count)).toBeGreaterThan(Number(before.rows[0].count));
});

test('the same request once more has the same answer, and a record says who may merge it', async () => {
  const [stays, goes] = await pair();
  expect(await story.engine.can(clerk, 'Customer', goes)).toMatchObject({ merge: { may: true } });
  const key = { idempotencyKey: 'once' };
  const answers = [await merge(both, stays, goes, ['name'], key), await merge(both, stays, goes, ['name'], key)];
  expect(answers[1]?.record).toEqual(answers[0]?.record);
  expect(
    await story.engine.can(clerk, 'Order', await create('Order', { customer: stays, amount: '1.00' })),
  ).not.toHaveProperty('merge');
});
