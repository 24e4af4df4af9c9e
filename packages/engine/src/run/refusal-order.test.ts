import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';

/**
 * 6, "Who is refused, and how": refusals of the database reveal other records, so only actors whom the cells allow the
 * write see them.
 */

let story: Story;
let ann: Actor;
let ben: Actor;
let eve: Actor;
const none = { ifMatch: null };
const ANY = { ifMatch: '*' };

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/bookmarks.md', import.meta.url), 'utf8')));
  [ann, ben, eve] = (await Promise.all(['ann', 'ben', 'eve'].map((name) => story.actor(`${name}@example.com`)))) as [
    Actor,
    Actor,
    Actor,
  ];
  await create(ann, 'Bookmark', { page: 'a', owner: ann.userId });
  await create(ben, 'Bookmark', { page: 'b', owner: ben.userId });
  await create(eve, 'Seat', { place: '1A', holder: ann.userId });
});
afterAll(() => story.end());

const create = async (actor: Actor, entity: string, body: object) =>
  (await story.engine.create(actor, entity, body, none)).record.id;
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;

describe('a create that would be like another record', () => {
  test.each<[who: string, entity: string, body: () => object, code: string]>([
    ['ben', 'Bookmark', () => ({ owner: ann.userId, page: 'a' }), 'FORBIDDEN'],
    ['ben', 'Bookmark', () => ({ owner: ann.userId, page: 'unheard of' }), 'FORBIDDEN'],
    ['ann', 'Bookmark', () => ({ owner: ann.userId, page: 'a' }), 'NOT_UNIQUE'],
    ['ann', 'Bookmark', () => ({ owner: ann.userId, page: 'a', weight: 11 }), 'FORBIDDEN'],
    ['eve', 'Bookmark', () => ({ owner: ann.userId, page: 'a', weight: 11 }), 'NOT_UNIQUE'],
    ['ben', 'Seat', () => ({ holder: ann.userId, place: '1A' }), 'FORBIDDEN'],
    ['ben', 'Seat', () => ({ holder: ben.userId, place: '1A' }), 'NOT_UNIQUE'],
    ['ben', 'Seat', () => ({ holder: ben.userId, place: '1A', size: 11 }), 'FORBIDDEN'],
    ['eve', 'Seat', () => ({ place: '1A' }), 'NOT_UNIQUE'],
  ])('%s, %s', async (who, entity, body, code) => {
    const actor = { ann, ben, eve }[who] as Actor;
    expect(await codeOf(create(actor, entity, body()))).toBe(code);
  });

  test('through an exact call', async () => {
    const call = story.engine.plan.answered.calls[0];
    if (call === undefined) throw new Error('The document answers no call.');
    const post = (actor: Actor, body: object) =>
      story.engine.answer(
        actor,
        call,
        { path: {}, query: new Map(), body, origin: 'http://x', token: null },
        { ifMatch: null },
      );
    expect(await codeOf(post(ben, { owner: ann.userId, page: 'a' }))).toBe('FORBIDDEN');
    expect(await codeOf(post(ann, { owner: ann.userId, page: 'a' }))).toBe('NOT_UNIQUE');
  });

  test('in an import, row by row', async () => {
    const rows = [
      ['ann@example.com', '1A'],
      ['ben@example.com', '1A'],
    ].map((cells, place) => ({ line: place + 2, cells }));
    const table = { locale: null, header: ['holder', 'place'], rows };
    const found = await story.engine.import(ben, 'Seat', table, { ifMatch: null, dryRun: true });
    expect(found.rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([['FORBIDDEN'], ['NOT_UNIQUE']]);
  });
});

describe('a field that is left open for its reader', () => {
  test.each<[who: string, note: unknown, code: string]>([
    ['ben', 5, 'NOT_SPECIFIED'],
    ['ben', 'x', 'NOT_SPECIFIED'],
    ['eve', 5, 'INVALID'],
  ])('%s creates with the note %j', async (who, note, code) => {
    const actor = { ben, eve }[who] as Actor;
    expect(await codeOf(create(actor, 'Bookmark', { owner: ben.userId, page: 'noted', note }))).toBe(code);
  });

  test('learns of no record that they may not read', async () => {
    const change = (id: string) => story.engine.update(ben, 'Bookmark', id, { note: 5 }, ANY);
    const own = await create(ben, 'Bookmark', { owner: ben.userId, page: 'open' });
    const anns = await create(ann, 'Bookmark', { owner: ann.userId, page: 'open' });
    expect([await codeOf(change(own)), await codeOf(change(anns))]).toEqual(['NOT_SPECIFIED', 'NOT_FOUND']);
  });
});

test('an update that would be like another record', async () => {
  const own = await create(ann, 'Bookmark', { owner: ann.userId, page: 'c' });
  const change = (body: object) => story.engine.update(ann, 'Bookmark', own, body, ANY);
  expect(await codeOf(change({ page: 'a' }))).toBe('NOT_UNIQUE');
  expect(await codeOf(change({ owner: ben.userId, page: 'b' }))).toBe('FORBIDDEN');
  expect(await codeOf(change({ owner: ben.userId, page: 'unheard of' }))).toBe('FORBIDDEN');
  expect((await change({ page: 'd' })).record).toMatchObject({ page: 'd' });
});
