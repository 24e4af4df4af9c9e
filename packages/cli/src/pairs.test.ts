import { routesOf } from '@nonet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from './fixtures/pairs/routes.ts';
import { PAIRED_DOCUMENTS, pairsOf } from './fixtures/pairs/pairs.ts';
import { Site } from './fixtures/pairs/site.ts';

/** The pairs of each document, by the seed of the first; `npm run pairs -- --seconds 600` tries more. */
const TIERS: readonly (readonly [name: string, firstSeed: number, pairs: number, tags: 'thorough'[]])[] = [
  ['one pair', 1, 1, []],
  ['further pairs', 101, 3, ['thorough']],
];
const UNKNOWN_ID = '01a1fe63-0000-7000-8000-000000000000';

describe.each(Object.entries(PAIRED_DOCUMENTS))('two worlds of %s', (name, text) => {
  let site: Site;
  beforeAll(async () => {
    site = await Site.open(text, 1);
  });
  afterAll(() => site?.close());

  describe.each(TIERS)('in %s', (_tier, firstSeed, most, tags) => {
    test('look equal to a reader who may not read their difference', { tags }, async () => {
      let pairs = 0;
      for await (const { difference, seed } of pairsOf(site, firstSeed)) {
        expect(difference, `npm run pairs -- --document ${name} --seed ${seed} --pairs 1`).toBeNull();
        pairs += 1;
        if (pairs === most) break;
      }
    });
  });

  test('have no route that is not asked', async () => {
    const [side] = site.sides;
    const known = site.plan.entities[0]?.path ?? '';
    for (const { methods, path } of routesOf(side)) {
      for (const method of methods) {
        // HEAD is GET without its body; what answers 405 is no route.
        if (`${method} ${path}` in ROUTES || method === 'HEAD') continue;
        const url = path.replace('/api/:', `/api/${known}`).replaceAll(':', UNKNOWN_ID);
        const actor = site.populated.accounts[0]?.id ?? null;
        const { status } = await side.ask(actor, { method: method as 'GET', url });
        expect(`${method} ${path} ${status}`, 'stands in fixtures/pairs/routes.ts').toBe(`${method} ${path} 405`);
      }
    }
  });
});
