import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfExample, refusalOf, type Story, startStory } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import { Parameters } from '../sql/parameters.ts';
import { forEachCall } from '../sql/statement.ts';
import { createSessions } from './create-sessions.ts';
import type { Sessions } from './sessions.ts';
import { rolesToday } from './today.ts';

let story: Story;
let sessions: Sessions;
/** Another process on the same database: this one does not learn what it revokes. */
let elsewhere: Sessions;
beforeAll(async () => {
  story = await startStory(planOfExample('expenses'));
  sessions = createSessions(story.engine.pool, story.engine.index);
  elsewhere = createSessions(story.engine.pool, story.engine.index);
});
afterAll(() => story.end());

async function remembered(email: string): Promise<Actor> {
  const { userId } = await story.actor(email);
  const token = await sessions.open(userId as string);
  await sessions.find(token);
  const known = sessions.recall(token);
  if (known === null) throw new Error('Nothing is remembered.');
  return known.actor;
}

const operations: readonly [name: string, open: (actor: Actor) => Promise<unknown>][] = [
  ['list', (actor) => story.engine.list(actor, 'Category', WHOLE_LIST)],
  [
    'list of nothing',
    (actor) => story.engine.list(actor, 'Claim', { ...WHOLE_LIST, filters: [{ key: 'purpose', value: 'no such' }] }),
  ],
  ['read', async (actor) => story.engine.read(actor, 'Category', await category(), { fields: null, expand: null })],
  ['can', async (actor) => story.engine.can(actor, 'Category', await category())],
  ['dashboard', (actor) => story.engine.dashboard(actor, 'overview')],
  ['update', async (actor) => story.engine.update(actor, 'Category', await category(), {}, { ifMatch: '*' })],
  [
    'create',
    (actor) =>
      story.engine.create(actor, 'Project', { code: `P${Math.random()}`.slice(0, 12), name: 'A' }, { ifMatch: null }),
  ],
];

const category = () => story.find('category', 'name', 'Meals');

describe.each(operations)('%s', (_name, open) => {
  test('a remembered session opens it', async () => {
    await expect(open(await remembered('finn@example.com'))).resolves.toBeDefined();
  });

  test('not when it was revoked elsewhere', async () => {
    const actor = await remembered('finn@example.com');
    await elsewhere.closeAll(actor.userId as string);
    expect((await refusalOf(open(actor))).code).toBe('UNAUTHENTICATED');
  });
});

test('a role that was taken away is gone with the next write', async () => {
  const actor = await remembered('finn@example.com');
  await story.engine.pool.query(`update product."user" set roles = '{}' where id = $1`, [actor.userId]);
  const refusal = await refusalOf(
    story.engine.create(actor, 'Project', { code: 'LATE', name: 'A' }, { ifMatch: null }),
  );
  expect(refusal.code).toBe('FORBIDDEN');
  await story.engine.pool.query(`update product."user" set roles = '{finance}' where id = $1`, [actor.userId]);
});

test('a session is looked for by its token, and not among all that its user has', async () => {
  const parameters = new Parameters();
  const shared = parameters.shared(`select ${rolesToday(story.engine.index, parameters)} as today`, forEachCall);
  const { rows } = await story.engine.pool.query(`explain (generic_plan) ${shared?.text}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/on session\b.*\n *Index Cond: \(token_hash = calls\..*\n *Filter: \(expires_at > now\(\)\)\n/);
});
