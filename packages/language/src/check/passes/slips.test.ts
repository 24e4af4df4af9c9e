import { expect, test } from 'vitest';
import { exampleDocuments } from '../../fixtures/documents.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { described, plant, tableOf } from '../../fixtures/slip-run.ts';
import { describedPair, plantPairs } from '../../fixtures/slip-pairs.ts';
import { SLIP_KINDS } from '../../fixtures/slips.ts';

/** How many slips of each kind are planted in each example; `npm run slips` plants more, in every document of the repository. */
const EACH = 1;
/** Pairs of slips; `npm run slips -- --pairs 250` plants more. */
const PAIRS = 25;

test('one slip is one error: slips planted one by one into the examples', () => {
  const random = randomFrom(20_260);
  const planted = exampleDocuments().flatMap((document) =>
    SLIP_KINDS.flatMap((kind) => [...plant(document, kind, random, EACH)]),
  );
  console.log(tableOf(planted));
  expect(planted.length).toBeGreaterThan(200);
  expect(planted.filter(({ outcome }) => outcome === 'silenced').map(described)).toEqual([]);
  const several = planted.filter(({ outcome }) => outcome === 'several').map(described);
  expect(several.length, several.join('\n')).toBeLessThanOrEqual(planted.length / 1000);
});

test('two slips in two points are two errors', () => {
  const pairs = [...plantPairs(exampleDocuments(), randomFrom(20_260), PAIRS)];
  const other = pairs.filter(({ reported }) => reported.length !== 2).map(describedPair);
  // What stands in an entity that could not be read can't be judged.
  expect(other.length, other.join('\n')).toBeLessThanOrEqual(1);
});
