import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';

/** Lists of owned children with `update` rows of their own (6). */
const text = readFileSync(new URL('../../fixtures/lists-with-rows.md', import.meta.url), 'utf8');

let story: Story;
let ann: Actor;
let bob: Actor;

beforeAll(async () => {
  story = await startStory(planOfDocument(text));
  ann = await story.actor('ann@example.com');
  bob = await story.actor('bob@example.com');
});
afterAll(() => story.end());

const none = { ifMatch: null };
const any = { ifMatch: '*' };
const create = (body: object) => story.engine.create(ann, 'Exam', body, none);
const mine = async (): Promise<string> => (await create({ name: 'x' })).record.id;

describe('a list with an `update` row of its own (6)', () => {
  test('is set on create by those whom the row allows on the result', async () => {
    expect((await create({ name: 'x', parts: [{ title: 'a' }] })).record).toMatchObject({ parts: [{ title: 'a' }] });
    expect(await refusalOf(create({ name: 'x', owner: bob.userId, parts: [{ title: 'a' }] }))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You may not set Parts.',
      clause: '6.Exam.parts.update',
    });
    expect((await create({ name: 'x', owner: bob.userId })).record).toMatchObject({ owner: bob.userId, parts: [] });
  });

  test('is changed by those whom the row allows before and after', async () => {
    const id = await mine();
    const change = (body: object) => story.engine.update(ann, 'Exam', id, body, any);
    expect((await change({ parts: [{ title: 'a' }] })).record).toMatchObject({ parts: [{ title: 'a' }] });
    expect(await refusalOf(change({ owner: bob.userId, parts: [] }))).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is changed where the entity’s own row says no', async () => {
    const id = await mine();
    const change = (body: object) => story.engine.update(bob, 'Exam', id, body, any);
    expect((await change({ notes: [{ text: 'n' }] })).record).toMatchObject({ notes: [{ text: 'n' }] });
    expect(await refusalOf(change({ name: 'y', notes: [] }))).toMatchObject({ code: 'INVALID' });
    expect(await refusalOf(change({ name: 'y' }))).toMatchObject({ code: 'FORBIDDEN', clause: '6.Exam.update' });
  });

  test('is judged so of a child, too', async () => {
    const questions = [{ words: 'Why?' }];
    const part = { title: 'a', locked: true };
    expect(await refusalOf(create({ name: 'x', parts: [{ ...part, questions }] }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await create({ name: 'x', parts: [part] })).record).toMatchObject({ parts: [{ locked: true }] });
    expect((await create({ name: 'x', parts: [{ ...part, locked: false, questions }] })).record).toMatchObject({
      parts: [{ questions }],
    });
  });
});
