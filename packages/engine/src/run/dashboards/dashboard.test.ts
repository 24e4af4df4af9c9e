import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { LIBRARY } from '../../fixtures/library.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { readDashboard } from './dashboard.ts';
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
const LIMITS = { dashboardMilliseconds: 100, tileSeconds: 3, tilesInFlight: 2 };
const clerk: Actor = { userId: '00000000-0000-7000-8000-000000000001', roles: ['clerk'] };
let story: Story;

beforeAll(async () => {
  story = await startStory(planOfDocument(OVERVIEW));
  await story.engine.pool.query(`insert into product.author (name) values ('Ann')`);
});
afterAll(() => story.end());

const tiles = async (limits = LIMITS) => {
  const { index, pool, clock } = story.engine;
  const scope = readScope(index, pool, clock, clerk, Buffer.alloc(32));
  const answer = await readDashboard(scope, pool, 'overview', limits);
  return answer.tiles.map(({ name, value, groups, late }) => ({ name, value: groups?.[0]?.value ?? value, late }));
};

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
