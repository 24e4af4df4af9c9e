import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';

let story: Story;
let lena: Actor;
let mo: Actor;
let book: string;
const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../../fixtures/lending.md', import.meta.url), 'utf8')));
  [lena, mo] = (await Promise.all(['lena', 'mo'].map((name) => story.actor(`${name}@example.com`)))) as [Actor, Actor];
});
afterAll(() => story.end());

let count = 0;
beforeEach(async () => {
  count += 1;
  book = (await story.engine.create(lena, 'Book', { title: `Book ${count}` }, none)).record.id;
});

const fire = (event: string, body: unknown = {}, id = book) => story.engine.fire(lena, 'Book', id, event, body, none);
const rows = async (sql: string, ...values: unknown[]) => (await story.engine.pool.query(sql, values)).rows;
const reserve = async (who: string, rank: number) =>
  (await story.engine.create(mo, 'Reservation', { book, who, rank }, none)).record.id;
const reservations = () => rows('select who, status from product.reservation where book = $1 order by rank, who', book);
const copies = () => rows('select shelf, worn, checked from product.copy where _parent = $1 order by _position', book);

describe('a value that an effect copies is refused at the name under which it was asked for', () => {
  test.each([
    ['reserve_for', { name: 'x'.repeat(21), place: 1 }, 'name', '3.Reservation.who'],
    ['retitle', { wording: 'x'.repeat(11) }, 'wording', '3.Book.label'],
  ])('%s', async (event, body, field, clause) => {
    expect(await refusalOf(fire(event, body))).toMatchObject({ code: 'TOO_LONG', errors: [{ field, clause }] });
  });
});

describe('an event on the first of several records', () => {
  test('is the first in the stated order, and its own effects follow', async () => {
    await reserve('late', 9);
    await reserve('early', 2);
    await fire('lend');
    const { record } = await fire('take_back');
    expect(record).toMatchObject({ status: 'home', loans: 101 });
    expect(await reservations()).toEqual([
      { who: 'early', status: 'called' },
      { who: 'late', status: 'waiting' },
    ]);
  });

  test('does nothing if there is none', async () => {
    await fire('lend');
    expect((await fire('take_back')).record).toMatchObject({ status: 'home', loans: 1 });
  });
});

describe('an event on all records of a query', () => {
  test('runs as the product itself on each of them', async () => {
    await reserve('a', 1);
    await reserve('b', 2);
    await fire('close_list');
    expect(await reservations()).toEqual([
      { who: 'a', status: 'dropped' },
      { who: 'b', status: 'dropped' },
    ]);
  });

  test('is refused as a whole by a rule of any of them', async () => {
    await reserve('a', 1);
    await reserve('Queen', 2);
    expect(await refusalOf(fire('close_list'))).toMatchObject({ code: 'NOT_THE_QUEEN', clause: '5.V1' });
    expect(await reservations()).toEqual([
      { who: 'a', status: 'waiting' },
      { who: 'Queen', status: 'waiting' },
    ]);
  });
});

describe('an effect for each record of a list', () => {
  test('reads its condition on each, and sees what came before', async () => {
    await story.engine.update(
      lena,
      'Book',
      book,
      { copies: [{ shelf: 'A' }, { shelf: 'B', worn: true }] },
      { ifMatch: '*' },
    );
    await fire('inspect');
    expect(await copies()).toEqual([{ shelf: 'A', worn: false, checked: true }]);
  });

  test('deletes records of an entity, unless something restricts', async () => {
    const first = await reserve('a', 1);
    await reserve('b', 2);
    await story.engine.create(mo, 'Note', { reservation: first, says: 'x' }, none);
    expect((await refusalOf(fire('forget'))).code).toBe('IN_USE');
    expect(await reservations()).toHaveLength(2);
    await rows('delete from product.note');
    await fire('forget');
    expect(await reservations()).toEqual([]);
  });
});

test('an event may delete its own record, with what goes with it', async () => {
  await reserve('a', 1);
  expect(await fire('give_away')).toMatchObject({ record: { id: book } });
  expect(await rows('select id from product.book where id = $1', book)).toEqual([]);
  expect(await reservations()).toEqual([]);
});

describe('an event that asks for a child', () => {
  test('adds it after the others, with its defaults and its history', async () => {
    await fire('buy', { copies: { shelf: 'A' } });
    await fire('buy', { copies: { shelf: 'B', price: 10 } });
    expect(await copies()).toEqual([
      { shelf: 'A', worn: false, checked: false },
      { shelf: 'B', worn: false, checked: false },
    ]);
    const entries = (await story.engine.history(lena, 'Book', book)) as { action: string }[];
    expect(entries.filter(({ action }) => action === 'buy')).toHaveLength(2);
  });

  test.each([
    ['nothing', {}, { code: 'REQUIRED', errors: [{ field: 'copies' }] }],
    ['a child without what it needs', { copies: {} }, { code: 'REQUIRED', errors: [{ field: 'copies.shelf' }] }],
    ['a value out of bounds', { copies: { shelf: 'A', price: 0 } }, { errors: [{ field: 'copies.price' }] }],
    ['a field that is not asked for', { copies: { shelf: 'A', worn: true } }, { code: 'INVALID' }],
    ['a list', { copies: [{ shelf: 'A' }] }, { code: 'INVALID' }],
    ['a child that breaks its rule', { copies: { shelf: 'Z' } }, { code: 'NO_SUCH_SHELF' }],
  ])('refuses %s', async (_, body, refusal) => {
    expect(await refusalOf(fire('buy', body))).toMatchObject(refusal);
    expect(await copies()).toEqual([]);
  });

  test('has its guard judged with the child, and its rules', async () => {
    await fire('buy', { copies: { shelf: 'A', price: 60 } });
    expect(await refusalOf(fire('buy', { copies: { shelf: 'B', price: 50 } }))).toMatchObject({ code: 'TOO_DEAR' });
    await fire('buy', { copies: { shelf: 'B', price: 40 } });
    expect(await refusalOf(fire('buy', { copies: { shelf: 'C' } }))).toMatchObject({ code: 'FULL' });
    expect(await copies()).toHaveLength(2);
  });

  test('leaves the guard to the request where the child decides it', async () => {
    const can = (await story.engine.can(lena, 'Book', book)) as { events: Record<string, { may: boolean }> };
    expect(can.events['buy']).toMatchObject({ may: true });
  });
});

describe('an effect that adds to a list, or removes from it', () => {
  const people = async (...names: readonly string[]) =>
    Promise.all(names.map(async (name) => (await story.actor(`${name}@example.com`)).userId));
  const fans = async () => (await rows('select fans from product.book where id = $1', book))[0]?.fans;

  test('has each record once, in the order in which they were added, and keeps the others', async () => {
    const [librarian, member] = await people('lena', 'mo');
    await rows('update product.book set fans = $2 where id = $1', book, [member]);
    await rows('update product.book set readers = $2 where id = $1', book, [librarian, member]);
    await fire('follow', { twice: true });
    expect(await fans()).toEqual([member, librarian]);
    await fire('follow_with_readers');
    expect(await fans()).toEqual([member, librarian]);
    await fire('unfollow');
    expect(await fans()).toEqual([member]);
    await fire('unfollow');
    await fire('unfollow_with_readers');
    expect(await fans()).toEqual([]);
  });

  test('leads along a path, and is judged by the bounds of the field', async () => {
    const [librarian, member, other] = await people('lena', 'mo', 'ann');
    const reservation = await reserve('who', 1);
    await story.engine.fire(lena, 'Reservation', reservation, 'drop', {}, none);
    expect(await fans()).toEqual([member]);
    await rows('update product.book set readers = $2 where id = $1', book, [other, librarian]);
    expect(await refusalOf(fire('follow_with_readers'))).toMatchObject({ errors: [{ field: 'fans' }] });
    expect(await fans()).toEqual([member]);
  });
});
