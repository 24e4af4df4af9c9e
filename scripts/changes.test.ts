import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tiersOf } from '@nonet/testing/tiers';
import { chainOf, compareChain } from '../bench/changes/branches/chain.ts';
import { applyBranches, Branches } from '../bench/changes/branches/merge-branches.ts';
import { EDITS } from '../bench/changes/edits/index.ts';
import { FilledDatabases } from '../bench/changes/filled-databases.ts';
import type { Outcome, WayBack } from '../bench/changes/judge-edit.ts';
import { PRODUCTS } from '../bench/changes/products.ts';

// A part of `npm run changes`: one edit of each kind on a filled database, forward while people write, and back.

let server: TestDatabase;
let databases: FilledDatabases;

beforeAll(async () => {
  server = await createTestDatabase();
  databases = new FilledDatabases(server.url, 'small');
});

afterAll(async () => {
  await databases.close();
  await server.drop();
});

describe.each(
  tiersOf<[number: string, outcome: Outcome, wayBack: WayBack]>(
    [
      ['01', 'applied', 'taken back'],
      ['03', 'applied with words', 'closed, as said'],
      ['37', 'applied with words', 'taken back'],
      ['47', 'applied with words', 'taken back'],
      ['53', 'applied', 'taken back'],
      ['61', 'applied with words', 'taken back'],
      ['63', 'applied', 'taken back'],
      ['88', 'applied', 'taken back'],
      ['75', 'applied', 'taken back'],
      ['74', 'applied with words', 'taken back'],
    ],
    2,
  ),
)('%s', (_tier, cases, tags) => {
  test.each(cases)(
    'edit %s of the list that `npm run changes` carries out is %s, and %s',
    { tags },
    async (number, outcome, wayBack) => {
      const edit = EDITS.find((each) => each.number === number);
      if (edit === undefined) throw new Error(`There is no edit ${number}.`);
      expect(await databases.judge(edit)).toMatchObject({ outcome, wayBack, faults: [] });
    },
  );
});

// A part of `npm run changes:branches`.

const SHOP = PRODUCTS.find(({ name }) => name === 'shop')?.text ?? '';
const editsOf = (...numbers: readonly string[]) => {
  const edits = EDITS.filter(({ number }) => numbers.includes(number));
  if (edits.length !== numbers.length) throw new Error(`Not all of ${numbers.join(', ')} are there.`);
  return edits;
};

test('two branches are merged, or Git shows both, or the check does', () => {
  const pairs = [...new Branches(editsOf('10', '14', '27', '37', '113'), SHOP).pairs()];
  expect(pairs.flatMap(({ faults }) => faults)).toEqual([]);
  const shownByGit = pairs.filter(({ outcome }) => outcome === 'conflict');
  expect(shownByGit.map(({ edits }) => edits.map(({ number }) => number))).toEqual([
    ['10', '27'],
    ['14', '113'],
  ]);
  expect(pairs.filter(({ outcome }) => outcome === 'merged')).toHaveLength(8);
});

test('two branches are put to use at once like one after the other', async () => {
  for (const pair of new Branches(editsOf('14', '27'), SHOP).pairs())
    expect(await applyBranches(pair, databases)).toEqual({ isApplied: true, faults: [] });
});

test('versions are put to use at once like one after the other', async () => {
  const edits = editsOf('10', '14', '37', '113', '141');
  const chain = chainOf(edits, SHOP, edits.length);
  // The row of 113 is next to that of 14.
  expect(chain.numbers).toEqual(['10', '14', '37', '141']);
  const [product] = edits;
  if (product === undefined) throw new Error('There are no edits.');
  expect(await compareChain(chain, { databases, product })).toEqual([]);
});
