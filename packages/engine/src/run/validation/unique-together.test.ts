import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';
import { addUser } from '../../users.ts';

let story: Story;
let ann: Actor;
let bob: Actor;
const ANY = { ifMatch: '*' };

beforeAll(async () => {
  const text = readFileSync(new URL('../../fixtures/votes.md', import.meta.url), 'utf8');
  story = await startStory(planOfDocument(text));
  [ann, bob] = [await member('ann'), await member('bob')];
});
afterAll(() => story.end());

async function member(name: string): Promise<Actor> {
  const email = `${name}@example.com`;
  await addUser(story.engine, { email, name, roles: ['member'], passwordHash: null, fields: {} });
  return story.actor(email);
}
const team = async (...roles: string[]) =>
  (await story.engine.create(ann, 'Team', { name: 'Team', seats: roles.map((role) => ({ role })) }, ANY))
    .record as unknown as {
    id: string;
    seats: { id: string; role: string }[];
  };
const seat = (id: string, seats: readonly object[]) => story.engine.update(ann, 'Team', id, { seats }, ANY);
const vote = (actor: Actor, id: string) => story.engine.create(actor, 'Vote', { team: id, points: 3 }, ANY);
const TAKEN = { code: 'NOT_UNIQUE', status: 409, message: 'You have that already.' };

describe('3: unique with who created it', () => {
  test('each has one of them, and another one when it is gone', async () => {
    const { id } = await team();
    const first = await vote(ann, id);
    await vote(bob, id);
    expect(await refusalOf(vote(ann, id))).toMatchObject({ ...TAKEN, clause: '3.Vote.unique' });
    await story.engine.delete(ann, 'Vote', first.record.id, ANY);
    await vote(ann, id);
  });
});

describe('3: unique within the owner', () => {
  test('children of one owner are unique; children of two owners may be equal', async () => {
    await team('keeper', 'guest');
    await team('keeper', 'guest');
    expect(await refusalOf(team('keeper', 'keeper'))).toMatchObject({ ...TAKEN, clause: '3.Seat.unique' });
  });

  test('children may change places, or one take the value of another that goes', async () => {
    const { id, seats } = await team('keeper', 'guest');
    const [one, other] = seats;
    const swapped = [
      { id: one?.id, role: 'guest' },
      { id: other?.id, role: 'keeper' },
    ];
    expect((await seat(id, swapped)).record.seats).toMatchObject([{ role: 'guest' }, { role: 'keeper' }]);
    const replaced = [{ role: 'guest' }, { id: other?.id, role: 'keeper' }];
    expect((await seat(id, replaced)).record.seats).toMatchObject([{ role: 'guest' }, { role: 'keeper' }]);
    const pushed = [{ role: 'keeper' }, { id: other?.id, role: 'cook' }];
    expect((await seat(id, pushed)).record.seats).toMatchObject([{ role: 'keeper' }, { role: 'cook' }]);
    const twice = [{ id: other?.id, role: 'cook' }, { role: 'cook' }];
    expect(await refusalOf(seat(id, twice))).toMatchObject({ ...TAKEN, clause: '3.Seat.unique' });
  });
});
