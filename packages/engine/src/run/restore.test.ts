import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { startWorker } from '../worker/worker.ts';

let story: Story;
let mia: Actor;
let eve: Actor;
beforeAll(async () => {
  const text = readFileSync(new URL('../fixtures/wiki.md', import.meta.url), 'utf8');
  // Nothing listens at this address.
  story = await startStory(planOfDocument(text), { NEWS_URL: 'http://127.0.0.1:1' });
  [mia, eve] = [await story.actor('mia@example.com'), await story.actor('eve@example.com')];
});
afterAll(() => story.end());

const ANY = { ifMatch: '*' };
let words = 1000;
const write = async (title: string, more: Record<string, unknown> = {}) =>
  (await story.engine.create(eve, 'Page', { title, words: words++, ...more }, ANY)).record.id;
const remove = (id: string) => story.engine.delete(eve, 'Page', id, ANY);
const restore = (actor: Actor, id: string) => story.engine.restore(actor, 'Page', id, ANY);
const read = async (id: string) => (await story.engine.read(eve, 'Page', id, { fields: null, expand: null })).record;

describe('a softly deleted record', () => {
  test('is in no list, keeps its history, and comes back as it was', async () => {
    const id = await write('Moss');
    await remove(id);
    expect((await refusalOf(read(id))).code).toBe('NOT_FOUND');
    const { record } = await restore(eve, id);
    expect(record).toMatchObject({ id, _title: 'Moss', title: 'Moss', status: 'draft' });
    const entries = (await story.engine.history(eve, 'Page', id)) as { action: string; clause: string }[];
    expect(entries.map(({ action, clause }) => [action, clause])).toEqual([
      ['restore', '6.Page.restore'],
      ['delete', '6.Page.delete'],
      ['create', '6.Page.create'],
    ]);
  });

  test('is restored by those who may, and is not there for those who may not read it', async () => {
    const [open, hidden] = [await write('Fern'), await write('Lichen', { hidden: true })];
    await remove(open);
    await remove(hidden);
    expect(await refusalOf(restore(mia, open))).toMatchObject({ code: 'FORBIDDEN', clause: '6.Page.restore' });
    expect(await refusalOf(restore(mia, hidden))).toMatchObject({ code: 'NOT_FOUND' });
    expect((await restore(eve, hidden)).record.id).toBe(hidden);
  });

  test('is restored once: an existing record has not been deleted', async () => {
    const id = await write('Clover');
    expect((await refusalOf(restore(eve, id))).code).toBe('NOT_FOUND');
    await remove(id);
    await restore(eve, id);
    expect((await refusalOf(restore(eve, id))).code).toBe('NOT_FOUND');
  });

  test('frees its unique values, and does not take them back from others', async () => {
    const id = await write('Ivy');
    await remove(id);
    await write('Ivy');
    expect((await refusalOf(restore(eve, id))).code).toBe('NOT_UNIQUE');
  });

  test('is counted by no rule, and judged by them when it comes back', async () => {
    const id = await write('One', { words: 7 });
    await write('Two', { words: 7 });
    await remove(id);
    await write('Three', { words: 7 });
    expect(await refusalOf(restore(eve, id))).toMatchObject({
      errors: [{ code: 'TOO_ALIKE', message: 'Two pages have 7 words already.', clause: '5.R1' }],
    });
  });
});

describe('why an event is not possible', () => {
  const events = async (actor: Actor, id: string) => (await story.engine.can(actor, 'Page', id)).events;

  test('its guard, in the words of its error', async () => {
    const short = await write('Short', { words: 3 });
    expect((await events(eve, short)).publish).toEqual({
      may: false,
      code: 'TOO_SHORT_A_PAGE',
      message: 'Short has 3 of 100 words.',
      clause: '4.Page.status.publish',
    });
    const refusal = await refusalOf(story.engine.fire(eve, 'Page', short, 'publish', {}, ANY));
    expect(refusal).toMatchObject({ code: 'TOO_SHORT_A_PAGE', message: 'Short has 3 of 100 words.' });
  });

  test('who it is, the state, and what is not shown', async () => {
    const id = await write('Long');
    expect((await events(mia, id)).publish).toMatchObject({ may: false, code: 'FORBIDDEN' });
    await story.engine.fire(eve, 'Page', id, 'publish', {}, ANY);
    expect(await events(eve, id)).toMatchObject({
      publish: { may: false, code: 'INVALID_TRANSITION' },
      freeze: { may: false, code: 'NOT_SPECIFIED', clause: '4.Page.status.freeze.by' },
    });
  });

  test('conditions that the asked values decide are left out', async () => {
    expect((await events(mia, await write('Asked'))).retitle).toEqual({ may: true });
    expect((await events(mia, await write('Empty', { words: 0 }))).retitle).toMatchObject({ may: false });
  });
});

test('a call whose retries are spent has its `fails`, noted in the history', async () => {
  const id = await write('News');
  await story.engine.fire(eve, 'Page', id, 'publish', {}, ANY);
  const worker = startWorker(story.engine, { allowPrivateTargets: true });
  for (let attempt = 0; attempt < 3; attempt++) {
    await worker.settle();
    story.time.now = new Date(Date.parse(story.time.now) + 60_000).toISOString();
  }
  await worker.stop();
  expect(await read(id)).toMatchObject({ announced: 'in vain' });
  const [last] = (await story.engine.history(eve, 'Page', id)) as { action: string; clause: string; by: unknown }[];
  expect(last).toMatchObject({ action: 'announce', clause: '7.announce', by: null });
});
