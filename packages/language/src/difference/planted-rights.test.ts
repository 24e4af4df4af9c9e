import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import { includesOf, realDocuments } from '../fixtures/documents.ts';
import { plantWidening, rewriteRights } from '../fixtures/planted-rights.ts';
import { randomFrom } from '../fixtures/random.ts';
import type { Plan } from '../plan/plan.ts';
import { differencesOf } from './differences-of.ts';

/** Other documents than those of the repository: `NONET_DOCUMENTS='../specs/*.md'`, from its root. */
const PATTERNS = ['examples/*/spec.md', 'examples/corpus/*.md', ...(process.env.NONET_DOCUMENTS?.split(' ') ?? [])];

const plans = new Map<string, Plan>();

function allPlans(): readonly (readonly [string, Plan])[] {
  if (plans.size === 0)
    for (const { name, files } of PATTERNS.flatMap((pattern) => realDocuments(pattern))) {
      const [main] = files;
      const { plan } = main === undefined ? { plan: null } : checkDocument(main, includesOf(files));
      if (plan !== null && plan.permissions.length > 0) plans.set(name, plan);
    }
  return [...plans];
}

test('each widening that is planted is found', () => {
  const { missed, undecided, seed } = plantAndFind(24);
  expect(missed, `seed ${seed}`).toEqual([]);
  expect(undecided, `seed ${seed}`).toBe(0);
});

test('each of many widenings that are planted is found', { tags: ['thorough'] }, () => {
  const { missed, undecided, seed } = plantAndFind(200);
  expect(missed, `seed ${seed}`).toEqual([]);
  expect(undecided, `seed ${seed}`).toBe(0);
});

function plantAndFind(count: number): {
  readonly missed: readonly string[];
  readonly undecided: number;
  readonly seed: number;
} {
  const seed = Number(process.env.NONET_SEED ?? 17);
  const random = randomFrom(seed);
  const missed: string[] = [];
  const found = { wider: 0, undecided: 0, withExample: 0 };
  const all = allPlans();
  for (let at = 0; at < count; at += 1) {
    const [name, plan] = all[random(all.length)] as (typeof all)[number];
    const planted = plantWidening(plan, random);
    if (planted === null) continue;
    const lines = differencesOf(plan, planted.plan).filter(({ clause }) => clause === planted.clause);
    const line = lines.find(({ effect }) => effect === 'wider');
    if (line !== undefined) {
      found.wider += 1;
      if (!line.isAssumed && line.example.length > 0) found.withExample += 1;
    } else if (lines.some(({ effect }) => effect === 'undecided')) found.undecided += 1;
    else missed.push(`${name} ${planted.clause} (${planted.how}): ${lines.map(({ text }) => text).join('; ')}`);
  }
  if (process.env.NONET_FIGURES) console.log({ seed, count, ...found, missed });
  return { missed, undecided: found.undecided, seed };
}

test('conditions that are written in other words are no difference', () => {
  const seed = Number(process.env.NONET_SEED ?? 17);
  const random = randomFrom(seed);
  let rewritten = 0;
  const reported: string[] = [];
  for (const [name, plan] of allPlans()) {
    const again = rewriteRights(plan, random);
    rewritten += again.rewritten;
    for (const { clause, effect, text } of differencesOf(plan, again.plan))
      reported.push(`${name} ${clause} ${effect}: ${text}`);
  }
  if (process.env.NONET_FIGURES) console.log({ seed, rewritten, reported });
  expect(rewritten).toBeGreaterThan(40);
  expect(reported.length, `seed ${seed}:\n${reported.join('\n')}`).toBeLessThanOrEqual(rewritten / 50);
});

test('a document is not different from itself', () => {
  for (const [, plan] of allPlans()) expect(differencesOf(plan, plan)).toEqual([]);
});
