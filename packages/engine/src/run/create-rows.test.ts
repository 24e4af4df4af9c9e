import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';

/** An order starts in one of two states by rows named `create`; what may be set hangs on the state that it starts in. */
const text = readFileSync(new URL('../fixtures/starts.md', import.meta.url), 'utf8');

let story: Story;
const none = { ifMatch: null };
const people: Record<string, Actor> = {};

beforeAll(async () => {
  story = await startStory(planOfDocument(text));
  for (const name of ['ann', 'bob', 'cas']) people[name] = await story.actor(`${name}@example.com`);
});
afterAll(() => story.end());

const actor = (name: string): Actor => {
  const found = people[name];
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};
const create = (name: string, body: unknown) => story.engine.create(actor(name), 'Order', body, none);

describe('a create with rows named `create` is judged in the state that they give (4, 6)', () => {
  test.each([
    ['a field whose row names the state', { title: 'x' }, { status: 'draft' }],
    ['a field that may be set there', { title: 'x', discount: 3 }, { status: 'draft', discount: 3 }],
    ['another row’s state', { title: 'x', rush: true }, { status: 'urgent', discount: 1 }],
    ['children whose row names their owner’s state', { title: 'x', lines: [{ name: 'a' }] }, { status: 'draft' }],
  ])('it takes %s', async (_what, body, record) => {
    expect((await create('ann', body)).record).toMatchObject(record);
  });

  test.each([
    ['a field that may not be set there', 'ann', { title: 'x', rush: true, discount: 3 }, 'FORBIDDEN'],
    ['children that may not be there', 'ann', { title: 'x', rush: true, lines: [{ name: 'a' }] }, 'FORBIDDEN'],
    ['what the entity’s cell denies', 'ann', { title: 'x', secret: true }, 'FORBIDDEN'],
    ['what no guard lets pass', 'ann', { title: 'x', sealed: true }, 'REFUSED'],
    [
      'what the cell denies, before what the guard does',
      'ann',
      { title: 'x', secret: true, sealed: true },
      'FORBIDDEN',
    ],
    ['whom no row is for, where the record would be in no state', 'bob', { title: 'x' }, 'FORBIDDEN'],
  ])('it refuses %s', async (_what, name, body, code) => {
    expect(await refusalOf(create(name, body))).toMatchObject({ code });
  });

  test('the cell `import` judges it before the effects of its row, too', async () => {
    const table = { locale: null, header: ['title', 'rush'], rows: [{ line: 2, cells: ['x', 'true'] }] };
    const { rows } = await story.engine.import(actor('ann'), 'Order', table, { ...none, dryRun: false });
    expect(rows).toMatchObject([{ errors: [] }]);
    const [row] = rows;
    const { record } = await story.engine.read(actor('ann'), 'Order', String(row?.id), { fields: null, expand: null });
    expect(record).toMatchObject({ status: 'urgent', discount: 1 });
  });

  test.each([
    ['whom its state allows it hears of the record that is there', { discount: 3 }, 'NOT_UNIQUE'],
    ['whom its state denies it does not', { discount: 3, rush: true }, 'FORBIDDEN'],
    ['whom no guard lets pass hears of it, for the cells allow it', { sealed: true }, 'NOT_UNIQUE'],
    ['whom the cell denies does not', { secret: true }, 'FORBIDDEN'],
  ])('like another: %s', async (_what, body, code) => {
    await create('ann', { title: 'x', code: 'taken' }).catch(() => undefined);
    expect((await refusalOf(create('ann', { title: 'x', code: 'taken', ...body }))).code).toBe(code);
  });

  test('like another, in an import: a reader whom the cell `import` denies learns nothing of it', async () => {
    await create('ann', { title: 'x', code: 'taken' }).catch(() => undefined);
    const cells = [
      ['x', 'taken', '3'],
      ['x', 'free', '3'],
      ['x', 'taken', ''],
    ];
    const rows = cells.map((row, place) => ({ line: place + 2, cells: row }));
    const table = { locale: null, header: ['title', 'code', 'discount'], rows };
    const found = await story.engine.import(actor('ann'), 'Order', table, { ...none, dryRun: true });
    expect(found.rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
      ['FORBIDDEN'],
      ['FORBIDDEN'],
      ['NOT_UNIQUE'],
    ]);
  });

  test('an event that stays takes a record in a final state', async () => {
    const { record } = await create('ann', { title: 'x' });
    await story.engine.fire(actor('ann'), 'Order', record.id, 'fix', { title: 'y' }, none);
    const stamped = await story.engine.fire(actor('ann'), 'Order', record.id, 'stamp', {}, none);
    expect(stamped.record).toMatchObject({ status: 'done', rush: true });
  });
});
