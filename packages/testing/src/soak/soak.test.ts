import { expect, test } from 'vitest';
import { soak } from './soak.ts';

/** `npm run soak` does the same with 200 kills of the server, 100 of PostgreSQL, 10,000 races, 1,000 keys and 2,000 transfers. */
test('nothing acknowledged is lost, half done or done twice when the server and PostgreSQL are killed', async () => {
  const { acknowledged, sealed, faults } = await soak({
    serverKills: 1,
    databaseKills: 1,
    writers: 6,
    races: 60,
    keys: 30,
    copies: 20,
    transfers: 24,
    progress: () => {},
  });
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
  expect(sealed).toBeGreaterThan(5);
});
