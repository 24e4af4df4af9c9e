import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';

const none = { ifMatch: null };

let story: Story;
let ada: Actor;
let ben: Actor;
const ids = new Map<string, string>();

/** Projects, each with the one that it is within; those with a `*` are secret. */
const PROJECTS: readonly (readonly [string, string | null, object?])[] = [
  ['House', null, { hours: 1, rate: 7 }],
  ['Roof', 'House', { hours: 2 }],
  ['Tiles', 'Roof', { hours: 4 }],
  ['Safe', 'House', { hours: 8, secret: true, rate: 9 }],
  ['Lock', 'Safe', { hours: 16 }],
  ['Garden', null, { hours: 32 }],
];

beforeAll(async () => {
  story = await startStory(planOfDocument(readFileSync(new URL('../fixtures/projects.md', import.meta.url), 'utf8')));
  ada = await story.actor('ada@example.com');
  ben = await story.actor('ben@example.com');
  for (const [name, parent, more = {}] of PROJECTS) {
    const members = name === 'House' ? [ben.userId] : [];
    const body = { name, parent: parent === null ? null : idOf(parent), members, ...more };
    ids.set(name, (await story.engine.create(ada, 'Project', body, none)).record.id);
  }
  await story.engine.create(ada, 'Task', { name: 'Hang it', project: idOf('Tiles') }, none);
  await story.engine.create(ada, 'Task', { name: 'Dig', project: idOf('Garden') }, none);
});
afterAll(() => story.end());

function idOf(name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`There is no project ${name}.`);
  return id;
}

const list = async (actor: Actor, entity: string, fields: string | null = null) =>
  (await story.engine.list(actor, entity, { ...WHOLE_LIST, fields, order: 'name' })).items;

const move = async (name: string, parent: string | null) => {
  const to = parent === null ? null : idOf(parent);
  return story.engine.update(ada, 'Project', idOf(name), { parent: to }, { ifMatch: '*' });
};

describe('3: a tree', () => {
  test('its lists, in computed fields', async () => {
    expect(await list(ada, 'Project', 'name,total,level,whole,root,nearest')).toMatchObject([
      { name: 'Garden', total: 32, level: 1, whole: 0, root: true, nearest: null },
      { name: 'House', total: 31, level: 1, whole: 4, root: true, nearest: null },
      { name: 'Lock', total: 16, level: 3, whole: 0, root: false, nearest: 'Safe' },
      { name: 'Roof', total: 6, level: 2, whole: 1, root: false, nearest: 'House' },
      { name: 'Safe', total: 24, level: 2, whole: 1, root: false, nearest: 'House' },
      { name: 'Tiles', total: 4, level: 3, whole: 0, root: false, nearest: 'House' },
    ]);
  });

  test('a role that whoever is a member above holds', async () => {
    expect((await list(ben, 'Project')).map(({ name }) => name)).toEqual(['House', 'Lock', 'Roof', 'Tiles']);
    expect((await list(ben, 'Task')).map(({ name }) => name)).toEqual(['Hang it']);
  });

  test('a reader’s walk leads only over what they may read', async () => {
    const fields = 'name,ancestors.name,descendants.name';
    const names = (listed: unknown) => (listed as readonly { name: string }[]).map(({ name }) => name);
    const seen = async (actor: Actor) =>
      (await list(actor, 'Project', fields)).map((item) => [
        item.name,
        names(item.ancestors).join(' '),
        names(item.descendants).sort().join(' '),
      ]);
    expect(await seen(ada)).toEqual([
      ['Garden', '', ''],
      ['House', '', 'Lock Roof Safe Tiles'],
      ['Lock', 'Safe House', ''],
      ['Roof', 'House', 'Tiles'],
      ['Safe', 'House', 'Lock'],
      ['Tiles', 'Roof House', ''],
    ]);
    expect(await seen(ben)).toEqual([
      ['House', '', 'Roof Tiles'],
      ['Lock', '', ''],
      ['Roof', 'House', 'Tiles'],
      ['Tiles', 'Roof House', ''],
    ]);
  });

  test.each<[string, string, string, string]>([
    ['itself', 'House', 'House', 'House → House'],
    ['what is below it', 'House', 'Tiles', 'House → Tiles → Roof → House'],
  ])('it never goes round: within %s', async (_, name, parent, path) => {
    const refusal = await refusalOf(move(name, parent));
    expect(refusal.errors).toMatchObject([
      { field: 'parent', code: 'NOT_ALLOWED', message: { key: 'circle', values: { titles: path.split(' → ') } } },
    ]);
  });

  test('a move takes along what is below, and its sums', async () => {
    await move('Roof', 'Garden');
    const total = async (name: string) =>
      (await list(ada, 'Project', 'name,total')).find((item) => item.name === name)?.total;
    expect([await total('House'), await total('Garden')]).toEqual([25, 38]);
    await move('Roof', 'House');
  });

  test('two moves at once that would go round together are not both done', async () => {
    for (let round = 0; round < 3; round += 1) {
      await move('Roof', null);
      await move('Garden', null);
      const both = await Promise.allSettled([move('Roof', 'Garden'), move('Garden', 'Roof')]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
    await move('Garden', null);
    await move('Roof', 'House');
  });

  test.each<[string, object, string]>([
    ['in a stated order', { rate: 60 }, 'TOO_DEAR'],
    ['in the order of the list', { rate: 2 }, 'RATE_OF_HOURS'],
  ])('a rule about the first of those below, %s', async (_, changes, code) => {
    const refusal = await refusalOf(story.engine.update(ada, 'Project', idOf('House'), changes, { ifMatch: '*' }));
    expect(refusal.code).toBe(code);
  });

  test('a rule about what is above', async () => {
    let within = idOf('Tiles');
    for (const name of ['T4', 'T5', 'T6']) {
      within = (await story.engine.create(ada, 'Project', { name, parent: within }, none)).record.id;
    }
    const tooDeep = await refusalOf(story.engine.create(ada, 'Project', { name: 'T7', parent: within }, none));
    expect(tooDeep.code).toBe('TOO_DEEP');
  });
});
