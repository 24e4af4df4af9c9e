import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLane } from './lane.ts';
import { runProducts } from './run.ts';

const TIERS: readonly (readonly [name: string, firstSeed: number, products: number, tags: 'thorough'[]])[] = [
  ['some', 1, 4, []],
  ['many', 5, 38, ['thorough']],
];

/** `npm run products` makes as many as there is time for. */
describe.each(TIERS)('products that nobody wrote (%s)', (_, firstSeed, products, tags) => {
  test('start, answer a storm and start again', { tags }, async () => {
    const reported: string[] = [];
    const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-products-'));
    const lane = openLane(
      { requests: 40, derived: 0, screens: 0, changed: 5, shrinking: 20, folder },
      { prove: null, openScreens: null },
    );
    const summary = await runProducts({
      firstSeed,
      products,
      until: Number.POSITIVE_INFINITY,
      shrinkFor: 60_000,
      lanes: [lane, lane],
      progress: (line) => void reported.push(line),
    });
    expect(reported.join('\n')).toBe('');
    expect(summary).toMatchObject({ products, rejected: 0, causes: [] });
    // A storm in which nothing succeeds shows nothing.
    expect(summary.done / summary.requests).toBeGreaterThan(0.1);
  });
});
