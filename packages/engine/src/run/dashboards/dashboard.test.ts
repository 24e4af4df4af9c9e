import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, DashboardQuery } from '../../engine.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import type { PoolClient } from '../../store/pool.ts';
import { readDashboard } from './dashboard.ts';
import { KeptAnswers, type KeptTile, OneAtATime } from '../kept-answers.ts';
import { readScope } from '../read-scope.ts';

const OVERVIEW = LIBRARY.replace(
  '## 3.',
  `### Overview \`/overview\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | everyone |

| tile | shows | by | as |
| --- | --- | --- | --- |
| Books | count(Book) | | number |
| Authors | count(Author) | | number |
| Authors by name | count(Author) | name | table |

## 3.`,
);
const LIMITS = {
  dashboardMilliseconds: 100,
  tileSeconds: 3,
  tilesInFlight: 2,
  dashboardFreshMilliseconds: 60_000,
  dashboardParts: 1_000_000,
  tileAgeSeconds: 600,
};
const clerk: Actor = { userId: '00000000-0000-7000-8000-000000000001', roles: ['clerk'] };
let story: Story;

beforeAll(async () => {
  story = await startStory(planOfDocument(OVERVIEW));
  await story.engine.pool.query(`insert into product.author (name) values ('Ann')`);
});
afterAll(() => story.end());

const tiles = async (limits = LIMITS, query?: DashboardQuery) => {
  const { index, pool, clock } = story.engine;
  const scope = readScope(index, pool, clock, clerk, Buffer.alloc(32));
  const answer = await readDashboard(scope, pool, 'overview', query, limits);
  return answer.tiles.map(({ name, value, groups, late }) => ({ name, value: groups?.[0]?.value ?? value, late }));
};

test('whoever wants an answer soon gets slow tiles as late, and asks for each of them', async () => {
  const soon = { tile: null, isSoon: true };
  const stated = story.engine.plan.screens.flatMap((screen) => screen.tiles);
  const one = (name: string) => ({
    tile: stated.find((tile) => tile.name === name)?.clause ?? 'none',
    isSoon: false,
  });
  const isLate = async (query: DashboardQuery) => (await tiles(LIMITS, query)).map(({ name, late }) => [name, late]);
  expect((await tiles({ ...LIMITS, dashboardMilliseconds: 10_000 }, soon)).map(({ late }) => late)).toEqual([
    false,
    false,
    false,
  ]);
  const blocker = await story.engine.pool.connect();
  try {
    await blocker.query('begin; lock table product.book in access exclusive mode');
    expect((await isLate(soon)).map(([, late]) => late)).toEqual([true, true, true]);
    expect(await isLate(one('Authors'))).toEqual([['Authors', false]]);
    expect(await isLate(one('Books'))).toEqual([['Books', true]]);
    expect(await isLate(one('None'))).toEqual([]);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

test('a tile that takes too long is reported as late, and delays no other', async () => {
  const blocker = await story.engine.pool.connect();
  try {
    await blocker.query('begin; lock table product.book in access exclusive mode');
    expect(await tiles()).toEqual([
      { name: 'Books', value: null, late: true },
      { name: 'Authors', value: 1, late: false },
      { name: 'Authors by name', value: 1, late: false },
    ]);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  // The tiles are read one by one for a while.
  expect((await tiles({ ...LIMITS, tileSeconds: 20 })).map(({ late }) => late)).toEqual([false, false, false]);
});

describe('tiles that were read are shown again', () => {
  const kept = {
    totals: new KeptAnswers<number>(10),
    counting: new OneAtATime<number>(),
    tiles: new KeptAnswers<KeptTile>(10),
  };
  const authors = async (limits: Partial<typeof LIMITS> = {}) => {
    const { index, pool, clock } = story.engine;
    let left: number | null = null;
    const scope = {
      ...readScope(index, pool, clock, clerk, Buffer.alloc(32), null, null, kept),
      isOldFor: (milliseconds: number) => void (left = milliseconds),
    };
    const all = { ...LIMITS, dashboardMilliseconds: 20_000, ...limits };
    const answer = await readDashboard(scope, pool, 'overview', undefined, all);
    const tile = answer.tiles.find(({ name }) => name === 'Authors');
    return [tile?.value, tile?.asOf, left !== null];
  };
  const add = (client: Pick<PoolClient, 'query'>) => client.query(`insert into product.author (name) values ('Bob')`);
  /** Tiles whose reading counts as slow, with any age. */
  const SLOW = { dashboardFreshMilliseconds: 0 };

  test('as long as nothing changes that they were read from', async () => {
    const [value] = await authors();
    const client = await story.engine.pool.connect();
    try {
      await client.query('begin; set local session_replication_role = replica');
      await add(client);
      await client.query('commit');
      expect(await authors()).toEqual([value, null, false]);
      await add(client);
      expect(await authors()).toEqual([Number(value) + 2, null, false]);
      await client.query('begin');
      await add(client);
      expect(await authors()).toEqual([Number(value) + 2, null, false]);
      await client.query('commit');
      expect(await authors()).toEqual([Number(value) + 3, null, false]);
    } finally {
      client.release();
    }
  });

  test('with their age, where they change and reading them takes long', async () => {
    const [value] = await authors();
    const readAt = story.time.now;
    await add(story.engine.pool);
    story.time.now = '2026-11-21T10:05:00.000000Z';
    expect(await authors(SLOW)).toEqual([value, readAt, true]);
    expect(await authors({ ...SLOW, tileAgeSeconds: 0 })).toEqual([Number(value) + 1, null, false]);
    expect(await authors(SLOW)).toEqual([Number(value) + 1, null, false]);
  });
});
