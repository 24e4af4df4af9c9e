import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';

let story: Story;
let kim: Actor;

beforeAll(async () => {
  const text = readFileSync(new URL('../fixtures/baskets.md', import.meta.url), 'utf8');
  story = await startStory(planOfDocument(text));
  kim = await story.actor('kim@example.com');
});
afterAll(() => story.end());

const create = (body: object) => story.engine.create(kim, 'Basket', body, { ifMatch: null });
const line = (code: string, more: object = {}) => ({ code, price: '1', ...more });
const counts = async () =>
  (
    await story.engine.pool.query(
      `select (select count(*) from product.basket)::int as baskets, (select count(*) from product.line)::int as lines,
         (select count(*) from product.mark)::int as marks, (select count(*) from nonet.history)::int as entries`,
    )
  ).rows[0];

test('a new record is saved with what it owns, and that with its own, in order (3)', async () => {
  const before = await counts();
  const { record } = await create({
    name: 'Monday',
    lines: [line('C', { marks: [{ text: 'one' }, { text: 'two' }] }), line('A', { price: '2.50' }), line('B')],
  });
  expect(record).toMatchObject({
    name: 'Monday',
    total: '4.50',
    lines: [
      { code: 'C', price: '1.00', marks: [{ text: 'one' }, { text: 'two' }] },
      { code: 'A', price: '2.50', marks: [] },
      { code: 'B', price: '1.00', marks: [] },
    ],
  });
  expect(await counts()).toEqual({
    baskets: before.baskets + 1,
    lines: before.lines + 3,
    marks: before.marks + 2,
    entries: before.entries + 1,
  });
});

test.each<[string, string, object]>([
  ['NOT_UNIQUE', 'name', { name: 'Monday', lines: [line('X')] }],
  ['NOT_UNIQUE', 'code', { name: 'Tuesday', lines: [line('X'), line('C'), line('Y', { marks: [{ text: 'late' }] })] }],
  ['NOT_UNIQUE', 'code', { name: 'Tuesday', lines: [line('X'), line('X')] }],
  ['FORBIDDEN', '', { name: 'Tuesday', lines: [line('X', { price: '60' })] }],
  ['TOO_LONG', 'lines.1.code', { name: 'Tuesday', lines: [line('X'), line('much too long')] }],
  ['TOO_LONG', 'lines', { name: 'Tuesday', lines: ['V', 'W', 'X', 'Y'].map((code) => line(code)) }],
  ['TOO_LONG', 'lines.0.marks.0.text', { name: 'Tuesday', lines: [line('X', { marks: [{ text: 'too long' }] })] }],
  ['INVALID', 'lines.0.id', { name: 'Tuesday', lines: [line('X', { id: '00000000-0000-7000-8000-000000000000' })] }],
  ['TOO_DEAR', 'total', { name: 'Tuesday', lines: ['V', 'W', 'X'].map((code) => line(code, { price: '40' })) }],
])('a refusal of one of them refuses all, and stores nothing: %s %s', async (code, fields, body) => {
  const before = await counts();
  const refusal = await refusalOf(create(body));
  expect([refusal.code, refusal.errors.map(({ field }) => field).join()]).toEqual([code, fields]);
  expect(await counts()).toEqual(before);
});
