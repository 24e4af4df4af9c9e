import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';

let story: Story;
let ann: Actor;
let loan: string;
let count = 0;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../../fixtures/returns.md', import.meta.url), 'utf8')));
  ann = await story.actor('ann@example.com');
});
afterAll(() => story.end());

const create = async (entity: string, body: unknown) => (await story.engine.create(ann, entity, body, none)).record.id;
const fire = async (event: string, body: unknown = {}, entity = 'Loan', id = loan) =>
  (await story.engine.fire(ann, entity, id, event, body, none)).record;
const rows = async (sql: string, ...values: unknown[]) => (await story.engine.pool.query(sql, values)).rows;
const fines = () => rows('select amount, stood, reason from product.fine where loan = $1', loan);
const copy = (mark: string) => create('Copy', { mark: `${mark}${count}` });

beforeEach(async () => {
  count += 1;
  const first = await copy('first');
  await fire('take', {}, 'Copy', first);
  loan = await create('Loan', { copy: first, weight: 4, extra: 1, notes: [{ words: 'first' }] });
});

describe('effects read under `old` what was before the event (4)', () => {
  test('a computed field and the state, together with the asked values', async () => {
    expect(await fire('give_back', { reason: 'late' })).toMatchObject({ status: 'back', weight: 0, fee: 0 });
    expect((await fines()).map((row) => ({ ...row, amount: Number(row.amount) }))).toEqual([
      { amount: 8, stood: 'out', reason: 'late' },
    ]);
  });

  test('the record that a reference led to before, and a condition on it', async () => {
    const second = await copy('second');
    const before = String((await rows('select copy from product.loan where id = $1', loan))[0].copy);
    expect(await fire('move', { copy: second })).toMatchObject({ previous: `first${count}` });
    expect(
      await rows('select id, mark, place from product.copy where id = any($1) order by mark', [before, second]),
    ).toEqual(
      [
        { id: before, mark: 'left', place: 'shelf' },
        { id: second, mark: `second${count}`, place: 'away' },
      ].toSorted((a, b) => (a.mark < b.mark ? -1 : 1)),
    );
    await rows('update product.copy set mark = $2 where id = $1', before, `gone${count}`);
    expect(await refusalOf(fire('move', { copy: before }))).toMatchObject({ code: 'INVALID_TRANSITION' });
  });

  test('a list, as it was before anything was added', async () => {
    await fire('give_back');
    expect(await fire('close', { notes: { words: 'asked' } })).toMatchObject({ was_noted: 1, extra: 1 });
    expect(await rows('select words from product.note where _parent = $1 order by _position', loan)).toEqual([
      { words: 'back' },
      { words: 'asked' },
      { words: 'closed' },
    ]);
  });

  test('in an event within another one, the record before the inner one', async () => {
    expect(await fire('hurry')).toMatchObject({ status: 'back', previous: 'out', weight: 0 });
    expect((await fines()).map(({ amount }) => Number(amount))).toEqual([28]);
  });

  test.each([
    ['the first row', 9, { extra: 9, last_extra: 1, previous: 'much' }],
    ['a row behind one whose guard fails on what was asked', 2, { extra: 2, last_extra: 1, previous: null }],
  ])('the former value of an asked field, by %s', async (_what, extra, record) => {
    expect(await fire('charge', { extra })).toMatchObject(record);
  });
});
