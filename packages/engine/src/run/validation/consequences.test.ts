import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';

let story: Story;
let ann: Actor;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../../fixtures/moves.md', import.meta.url), 'utf8')));
  ann = await story.actor('ann@example.com');
});
afterAll(() => story.end());

const create = (body: unknown) => story.engine.create(ann, 'Delivery', body, none);
const errorsOf = async (work: Promise<unknown>) =>
  (await refusalOf(work)).errors.map(({ clause, code }) => `${clause} ${code}`);

/** A delivery creates a movement of its amount and worth. */
describe('effects that copy a value that breaks a limit cause no further errors (3, 4)', () => {
  test.each([
    ['a value that is missing', { title: 'x', price: '1' }, ['3.Delivery.amount REQUIRED']],
    ['a null', { title: 'x', price: '1', amount: null }, ['3.Delivery.amount REQUIRED']],
    ['one out of range', { title: 'x', price: '1', amount: 101 }, ['3.Delivery.amount OUT_OF_RANGE']],
    ['one that a computed field reads', { title: 'x', amount: 1 }, ['3.Delivery.price REQUIRED']],
    ['several', { title: 'x' }, ['3.Delivery.amount REQUIRED', '3.Delivery.price REQUIRED']],
    [
      'another mistake beside it',
      { title: 'far too long a title', price: '1' },
      ['3.Delivery.title TOO_LONG', '3.Delivery.amount REQUIRED'],
    ],
  ])('%s', async (_, body, expected) => {
    expect(await errorsOf(create(body))).toEqual(expected);
  });

  test('an event that empties what it asks', async () => {
    const { record } = await create({ title: 'x', price: '1', amount: 2 });
    expect(await errorsOf(story.engine.fire(ann, 'Delivery', record.id, 'recount', { amount: null }, none))).toEqual([
      '3.Delivery.amount REQUIRED',
    ]);
  });

  test('an error that only an effect causes is reported', async () => {
    const { record } = await create({ title: 'x', price: '1', amount: 2 });
    expect(await errorsOf(story.engine.fire(ann, 'Delivery', record.id, 'explain', {}, none))).toEqual([
      '3.Movement.reason TOO_LONG',
    ]);
  });
});
