import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { deriveTogether } from './together.ts';

/** Two of its members have an account, which is optional and unique. */
const CLUB = readFileSync(new URL('../../../../../examples/products/membership.md', import.meta.url), 'utf8');

test('3: of several changes in one moment, none gets a unique value that another one gets or gives up', () => {
  const context = new DerivationContext({
    plan: planOf(CLUB),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  const held = context.world.living('Member').map(({ values }) => values['account']);
  const changed = [...deriveTogether(context)].find(({ title }) =>
    title.startsWith('Several Member that get another account'),
  );
  const asks = changed?.steps.flatMap((step) => (step.kind === 'together' ? step.asks : [])) ?? [];
  const bodies = asks.map(({ body }) => JSON.stringify(body));
  const given = bodies.filter((_, place) => asks[place]?.expect.status === 200);
  expect(given.length).toBeGreaterThan(0);
  expect(bodies.filter((body) => given.includes(body))).toEqual(given);
  expect(held.filter((account) => given.includes(JSON.stringify({ account })))).toEqual([]);
});
