import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Comparison } from './fixtures/permissions/compare.ts';
import { documentOf } from './fixtures/permissions/document.ts';
import { sampleOf } from './fixtures/permissions/sample.ts';

let database: TestDatabase;
// Its users stay signed in on the database, for all tiers.
let comparison: Comparison;

beforeAll(async () => {
  database = await createTestDatabase();
  comparison = new Comparison(database.url);
});

afterAll(() => database.drop());

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, at) => first + at);
const TIERS: readonly (readonly [name: string, seeds: readonly number[], tags: 'thorough'[]])[] = [
  // 1730: a gap in the permission to create, for users who hold a role about the user alone.
  ['some', [1730, ...range(1, 7)], []],
  ['many', range(7, 40), ['thorough']],
];

/** `npm run oracle -- --seconds 600` does the same with more. */
describe.each(TIERS)('random documents (%s)', (_, seeds, tags) => {
  test('point 6, read by hand, and the product agree on every cell', { tags }, async () => {
    for (const seed of seeds) {
      const { six, world } = sampleOf(seed);
      const { cells, differences } = await comparison.compare(six, world);
      expect(differences, `npm run oracle -- --seed ${seed} --documents 1\n${documentOf(six)}`).toEqual([]);
      expect(cells).toBeGreaterThan(0);
    }
  });
});
