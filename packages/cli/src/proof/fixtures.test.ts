import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plan } from '@nonet/language';
import { coverageOf } from '@nonet/proof';
import { describe, expect, test } from 'vitest';
import { planOf, proofOf } from '../fixtures/proof.ts';

/**
 * Documents of other tests, each with what the examples lack, and the clauses of which no record shows anything: `npm run
 * mutants` looks for faults with all of them.
 */
const DOCUMENTS: readonly [file: string, unseen: readonly string[]][] = [
  ['cli/src/fixtures/pairs/cases.md', []],
  ['engine/src/fixtures/baskets.md', []],
  ['engine/src/fixtures/holds.md', []],
  ['engine/src/fixtures/kept-texts.md', []],
  ['engine/src/fixtures/lending.md', []],
  ['engine/src/fixtures/lists.md', []],
  ['engine/src/fixtures/memberships.md', ['6.Loan.delete.clerk']],
  ['engine/src/fixtures/orders.md', []],
  ['engine/src/fixtures/returns.md', ['6.Note.words.update', '6.Note.words.update.clerk']],
  ['engine/src/fixtures/shelves.md', []],
  ['engine/src/fixtures/starts.md', []],
  ['engine/src/fixtures/workshop.md', []],
  ['language/src/fixtures/words.md', []],
  ['server/src/fixtures/counter.md', []],
  ['server/src/fixtures/desk.md', []],
  ['server/src/fixtures/full-names.md', []],
  ['server/src/fixtures/parcels.md', []],
  ['server/src/fixtures/stock.md', []],
  ['server/src/fixtures/short-timers.md', []],
];

/** Documents that take the longest; the others show most of what they show. */
const LONGEST = new Set([
  'baskets',
  'cases',
  'counter',
  'desk',
  'holds',
  'kept-texts',
  'lending',
  'lists',
  'memberships',
  'orders',
  'parcels',
  'returns',
  'shelves',
  'short-timers',
  'starts',
  'stock',
  'workshop',
]);
const isLong = (file: string) => LONGEST.has(path.basename(file, '.md'));
const TIERS: readonly (readonly [name: string, documents: typeof DOCUMENTS, tags: 'thorough'[]])[] = [
  ['some', DOCUMENTS.filter(([file]) => !isLong(file)), []],
  ['the longest', DOCUMENTS.filter(([file]) => isLong(file)), ['thorough']],
];

describe.each(TIERS)('documents of other tests, %s', (_, documents, tags) => {
  test.each(documents)('the derived tests of %s find nothing wrong', { tags }, async (file, unseen) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const proof = await proofOf(planOf(text));
    expect(proof.failures.map(({ derived, result }) => `${derived.title}: ${result.reason.text}`)).toEqual([]);
    const { clauses } = coverageOf(proof);
    expect(clauses.filter(({ reason }) => reason === 'not found').map(({ clause }) => clause)).toEqual(unseen);
  });
});

test('a database that a former document has filled is a product of the document that it is brought to', {
  tags: ['thorough'],
}, async () => {
  const [former, plan] = ['before', 'after'].map((name) =>
    planOf(readFileSync(new URL(`../../../engine/src/fixtures/grown/${name}.md`, import.meta.url), 'utf8')),
  ) as [Plan, Plan];
  const proof = await proofOf(plan, plan, { former });
  expect(proof.failures.map(({ derived, result }) => `${derived.title}: ${result.reason.text}`)).toEqual([]);
  expect(coverageOf(proof).clauses.filter(({ reason }) => reason === 'not found')).toEqual([]);
});
