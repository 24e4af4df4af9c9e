import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf, proofOf } from '../fixtures/proof.ts';

/** Documents of other tests, each with what the examples lack: `npm run mutants` looks for faults with all of them. */
test.each([
  'engine/src/fixtures/baskets.md',
  'engine/src/fixtures/lending.md',
  'engine/src/fixtures/orders.md',
  'engine/src/fixtures/shelves.md',
  'server/src/fixtures/counter.md',
  'server/src/fixtures/desk.md',
  'server/src/fixtures/stock.md',
])('the derived tests of %s find nothing wrong', { timeout: 300_000 }, async (file) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const { failures } = await proofOf(planOf(text));
  expect(failures.map(({ derived, result }) => `${derived.title}: ${result.reason}`)).toEqual([]);
});
