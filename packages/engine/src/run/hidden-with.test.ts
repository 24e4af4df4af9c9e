import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';

let story: Story;
let kim: Actor;
let vic: Actor;
const none = { ifMatch: null };
const ANY = { ifMatch: '*' };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/shelves.md', import.meta.url), 'utf8')));
  [kim, vic] = [await story.actor('kim@example.com'), await story.actor('vic@example.com')];
});
afterAll(() => story.end());

let number = 0;
const create = async (entity: string, body: object) => (await story.engine.create(kim, entity, body, none)).record.id;
const shelf = (more: object = {}) => create('Shelf', { name: `Shelf ${(number += 1)}`, ...more });
const book = (of: string, title = `Book ${(number += 1)}`) =>
  create('Book', { shelf: of, title, leaves: [{ text: 'one' }, { text: 'two' }] });
const remove = (entity: string, id: string) => story.engine.delete(kim, entity, id, ANY);
const restore = (entity: string, id: string) => story.engine.restore(kim, entity, id, none);
const read = async (entity: string, id: string) =>
  (await story.engine.read(kim, entity, id, { fields: null, expand: null })).record;
const listed = async (entity: string, more: object = {}, actor = kim) =>
  (await story.engine.list(actor, entity, { ...WHOLE_LIST, ...more })).items.map(({ id }) => id);

describe('a record that is deleted with a softly deleted one', () => {
  test('is hidden with it, whatever its own `delete` says, and comes back with it', async () => {
    const home = await shelf();
    const emma = await book(home);
    const loan = await create('Loan', { book: emma, who: 'Ann' });
    const before = await read('Book', emma);
    await remove('Shelf', home);
    for (const [entity, id] of [
      ['Book', emma],
      ['Loan', loan],
    ] as const) {
      expect((await refusalOf(read(entity, id))).code).toBe('NOT_FOUND');
      expect(await listed(entity)).not.toContain(id);
    }
    expect((await refusalOf(story.engine.update(kim, 'Book', emma, { title: 'X' }, ANY))).code).toBe('NOT_FOUND');
    await restore('Shelf', home);
    const { updated_at: _was, ...stood } = before;
    const { updated_at: _is, ...stands } = await read('Book', emma);
    expect(stands).toEqual(stood);
    expect(await read('Loan', loan)).toMatchObject({ who: 'Ann', book: emma });
  });

  test('is restored by that alone, not by itself', async () => {
    const home = await shelf();
    const loan = await create('Loan', { book: await book(home), who: 'Ann' });
    await remove('Shelf', home);
    expect((await refusalOf(restore('Loan', loan))).code).toBe('INVALID_TRANSITION');
    await restore('Shelf', home);
    expect((await read('Loan', loan)).who).toBe('Ann');
  });

  test('stays deleted where it was deleted before', async () => {
    const home = await shelf();
    const loan = await create('Loan', { book: await book(home), who: 'Ann' });
    await remove('Loan', loan);
    await remove('Shelf', home);
    await restore('Shelf', home);
    expect((await refusalOf(read('Loan', loan))).code).toBe('NOT_FOUND');
    await restore('Loan', loan);
    expect((await read('Loan', loan)).who).toBe('Ann');
  });

  test('is in no `unique` and in no rule, and is judged again when it comes back', async () => {
    const home = await shelf();
    const title = `Book ${(number += 1)}`;
    await book(home, title);
    await remove('Shelf', home);
    const other = await shelf();
    const second = await book(other, title);
    expect((await refusalOf(restore('Shelf', home))).code).toBe('NOT_UNIQUE');
    await remove('Book', second);
    await restore('Shelf', home);
  });

  test('is nothing where the record is deleted for good', async () => {
    const home = await shelf();
    const emma = await book(home);
    const loan = await create('Loan', { book: emma, who: 'Ann' });
    await story.engine.pool.query('delete from product.loan where id = $1', [loan]);
    await remove('Book', emma);
    const rows = await story.engine.pool.query('select id from product.book where id = $1', [emma]);
    expect(rows.rows).toEqual([]);
  });
});

describe('a reference to a softly deleted record', () => {
  test('is cleared, and restored unless it has another value by then', async () => {
    const [home, other] = [await shelf(), await shelf()];
    const kept = await create('Guide', { name: 'Kept', best: home, shown: [other, home] });
    const moved = await create('Guide', { name: 'Moved', best: home, shown: [home] });
    await remove('Shelf', home);
    expect(await read('Guide', kept)).toMatchObject({ best: null, shown: [other] });
    await story.engine.update(kim, 'Guide', moved, { best: other }, ANY);
    await restore('Shelf', home);
    expect(await read('Guide', kept)).toMatchObject({ best: home, shown: [other, home] });
    expect(await read('Guide', moved)).toMatchObject({ best: other, shown: [home] });
  });
});

describe('the list of deleted records', () => {
  test('has what its reader may restore, and nothing that comes back with another', async () => {
    const [home, secret] = [await shelf(), await shelf({ secret: true })];
    const loan = await create('Loan', { book: await book(home), who: 'Ann' });
    const alone = await create('Loan', { book: await book(await shelf()), who: 'Bob' });
    await remove('Shelf', home);
    await remove('Shelf', secret);
    await remove('Loan', alone);
    expect(await listed('Shelf', { deleted: true })).toEqual([home]);
    expect(await listed('Loan', { deleted: true })).toEqual([alone]);
    expect(await listed('Loan')).not.toContain(loan);
    await restore('Shelf', home);
    expect(await listed('Shelf', { deleted: true })).toEqual([]);
  });

  test('is refused where nothing could be restored', async () => {
    expect((await refusalOf(listed('Loan', { deleted: true }, vic))).code).toBe('FORBIDDEN');
    expect((await refusalOf(listed('Book', { deleted: true }))).code).toBe('FORBIDDEN');
    expect((await refusalOf(listed('Shelf', { deleted: true }, vic))).code).toMatch(/FORBIDDEN|NOT_FOUND/);
  });
});
