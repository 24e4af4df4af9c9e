import { createTestDatabase, type TestDatabase } from '@nonet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Comparison } from './fixtures/permissions/compare.ts';
import { documentOf } from './fixtures/permissions/document.ts';
import { sampleOf } from './fixtures/permissions/sample.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** `npm run oracle -- --seconds 600` does the same with more. */
test('point 6, read by hand, and the product agree on every cell', { timeout: 180_000 }, async () => {
  const comparison = new Comparison(database.url);
  for (let seed = 1; seed <= 60; seed++) {
    const { six, world } = sampleOf(seed);
    const { cells, differences } = await comparison.compare(six, world);
    expect(differences, `npm run oracle -- --seed ${seed} --documents 1\n${documentOf(six)}`).toEqual([]);
    expect(cells).toBeGreaterThan(0);
  }
});
