import { expect, test } from 'vitest';
import { exampleDocuments } from '../../fixtures/documents.ts';
import { randomFrom } from '../../fixtures/random.ts';
import { described, plant, tableOf } from '../../fixtures/slip-run.ts';
import { describedPair, plantPairs } from '../../fixtures/slip-pairs.ts';
import { SLIP_KINDS } from '../../fixtures/slips.ts';

/** Each kind of slip is planted once in one example out of this number; `npm run slips` plants more, in every document. */
const EXAMPLES_OF_KIND = 6;
/** Pairs of slips; `npm run slips -- --pairs 250` plants more. */
const PAIRS = 16;

test('one slip is one error: slips planted one by one into the examples', () => {
  const random = randomFrom(20_260);
  const planted = exampleDocuments().flatMap((document, place) =>
    SLIP_KINDS.filter((_, kind) => kind % EXAMPLES_OF_KIND === place % EXAMPLES_OF_KIND).flatMap((kind) => [
      ...plant(document, kind, random, 1),
    ]),
  );
  console.log(tableOf(planted));
  expect(planted.length).toBeGreaterThan(30);
  expect(planted.filter(({ outcome }) => outcome === 'silenced').map(described)).toEqual([]);
  const several = planted.filter(({ outcome }) => outcome === 'several').map(described);
  expect(several.length, several.join('\n')).toBeLessThanOrEqual(planted.length / 1000);
});

test('two slips in two points are two errors', { tags: ['thorough'] }, () => {
  const pairs = [...plantPairs(exampleDocuments(), randomFrom(20_260), PAIRS)];
  const other = pairs.filter(({ reported }) => reported.length !== 2).map(describedPair);
  // The contents of an entity that could not be read can't be judged.
  expect(other.length, other.join('\n')).toBeLessThanOrEqual(1);
});
