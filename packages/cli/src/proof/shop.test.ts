import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf, proofOf } from '../fixtures/proof.ts';

/** A document with all features of exact calls that the examples do not use. */
const shop = readFileSync(new URL('../../../server/src/fixtures/shop.md', import.meta.url), 'utf8');

test('every kind of exact call is answered as the document states it', { tags: ['thorough'] }, async () => {
  const { failures, cases } = await proofOf(planOf(shop), undefined, { only: ['7'] });
  expect(failures.map(({ derived, result }) => `${derived.title}: ${result.reason.text}`)).toEqual([]);
  expect(cases.length).toBeGreaterThan(150);
});
