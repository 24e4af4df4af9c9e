import { describe, expect, test } from 'vitest';
import { itemAt } from '@nonet/language';
import { PROOFS } from './assurance/proofs.ts';
import { boundOf, figuresIn, type Round, tableOf } from './assurance/tally.ts';

/** The lines with which each script ends, after a line of its own progress. */
const ENDS: readonly (readonly [proof: string, output: string, tried: number, faults: number])[] = [
  ['fuzz', 'seed 3: it hangs\n8000 documents from seed 3 in 60 s: 1 with faults\n', 8000, 1],
  ['agree', '88.5 % neither\n1016 expressions with 3448 values from seed 5: 2 disagreements, 0 errors\n', 1016, 2],
  ['oracle', '500 documents from seed 1, 812345 cells: 0 documents differ\n', 500, 0],
  [
    'pairs',
    'cases: 20 pairs from seed 9, 4 hidden cells, 90 requests to both\nshop: 30 pairs from seed 9, 4 hidden cells, 90 requests to both\nno answer tells them apart\n',
    50,
    0,
  ],
  ['pairs', 'shop: 30 pairs from seed 9, 4 hidden cells, 90 requests to both\n2 answers tell them apart\n', 30, 2],
  [
    'products',
    '100 products from seed 500 in 420 s, 1 rejected, 19996 requests (18000 done), 25 documents changed (3 refused): 0 faults of 0 causes\n',
    100,
    0,
  ],
  ['soak', '2700 orders acknowledged, 2300 of them sealed, in 80 s: 0 faults\n', 2700, 0],
];

describe('the figures of a proof are read from the end of what it prints', () => {
  test.each(ENDS)('%s', (name, output, tried, faults) => {
    const proof = itemAt(
      PROOFS.filter((each) => each.name === name),
      0,
    );
    expect(figuresIn(proof, output)).toEqual({ tried, faults });
  });

  test.each(PROOFS.map((proof) => [proof.name, proof] as const))('%s that breaks down before has none', (_, proof) => {
    expect(figuresIn(proof, 'TypeError: x is not a function\n    at main\n')).toBeNull();
  });

  test('each proof has a case here', () => {
    expect(new Set(ENDS.map(([name]) => name))).toEqual(new Set(PROOFS.map(({ name }) => name)));
  });
});

test.each([
  [0, 0, 'nothing was tried'],
  [3000, 0, 'below 0.001'],
  [5_000_000, 0, 'below 6e-7'],
  [200, 3, '0.015 had one'],
])('%i cases with %i faults: %s', (tried, faults, words) => {
  expect(boundOf(tried, faults)).toBe(words);
});

test('the table has the rounds of now, and all that are kept', () => {
  const round = (proof: string, tried: number, faults: number): Round => ({
    proof,
    at: '2026-01-02T03:04:05Z',
    commit: 'abc1234',
    arguments: [],
    seconds: 90,
    tried,
    faults,
    output: null,
  });
  const now = [round('oracle', 500, 0), round('soak', 1000, 0), round('soak', 2000, 1)];
  expect(tableOf(PROOFS, now, [round('oracle', 5500, 0), ...now])).toBe(
    [
      'proof   tried                      faults  share with a fault  took     in all rounds that are kept',
      'oracle  500 permission documents   0       below 0.006         1.5 min  0 in 6,000, below 0.0005',
      'soak    3,000 acknowledged writes  1       0.00033 had one     3.0 min  1 in 3,000, 0.00033 had one',
    ].join('\n'),
  );
});
