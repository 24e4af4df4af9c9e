import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Reader } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';

/** 5: `old` of a rule is the record as it was, with all that is computed from other records, before anything was written. */

const DOCUMENT = readFileSync(new URL('../fixtures/baskets-before.md', import.meta.url), 'utf8');
const none = { ifMatch: null };

let story: Story;
let ann: Reader;
let basket: string;

beforeAll(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
  ann = await story.reader('ann@example.com');
});
afterAll(() => story.end());
beforeEach(async () => {
  const shelf = await create('Shelf', {});
  basket = await create('Basket', { shelf, items: [{ price: 5 }] });
});

const create = async (entity: string, body: object) => (await story.engine.create(ann, entity, body, none)).record.id;
const update = (body: object) => story.engine.update(ann, 'Basket', basket, body, { ifMatch: '*' });
const codes = async (work: Promise<unknown>) => (await refusalOf(work)).errors.map(({ code }) => code);

test('a field computed over owned children', async () => {
  expect((await update({ items: [{ price: 5 }, { price: 1 }] })).record).toMatchObject({ total: 6 });
  expect(await codes(update({ items: [{ price: 5 }] }))).toEqual(['SHRINKS']);
  expect((await update({ items: [{ price: 7 }] })).record).toMatchObject({ total: 7 });
});

test('a field of a record that the event changes', async () => {
  const raise = () => story.engine.fire(ann, 'Basket', basket, 'raise', {}, none);
  expect((await raise()).record.id).toBe(basket);
  expect(await codes(raise())).toEqual(['TOO_HIGH']);
});

test('the records that refer to it, of which the write adds one', async () => {
  await create('Tag', { basket });
  await create('Tag', { basket });
  expect(await codes(create('Tag', { basket }))).toEqual(['TAGGED']);
});
