import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { TALKS } from '../../fixtures/talks.ts';
import type { Body } from '../../reference/body.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { reach } from '../records/reach.ts';
import { trying } from './judging.ts';
import { costOf } from './rule-cost.ts';

test('what cells refuse is further away than what is admitted: they are judged first, and hide the rest', () => {
  const context = new DerivationContext({
    plan: planOf(TALKS),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  const [one, other] = context.accounts.map(({ id }) => id);
  const talk = reach(context, { entity: 'Talk', state: 'proposed', creators: [one ?? null] });
  const rule = context.plan.rules.find(({ name }) => name === 'V2');
  const condition = rule?.condition ?? null;
  if (talk === null || other === undefined || rule === undefined || condition === null)
    throw new Error('There is no talk.');
  const cost = (as: string | null, body: Body) => {
    const request = (draft: Body) => ({ kind: 'create', entity: 'Vote', body: { talk: talk.id, ...draft } }) as const;
    return costOf(trying(talk.builder.world, as, request, body), rule, condition, false);
  };
  const [sought, admitted, forbidden] = [cost(one ?? null, {}), cost(other, {}), cost(one ?? null, { voter: other })];
  expect(sought).toBeLessThan(admitted);
  expect(admitted).toBeLessThan(forbidden);
});
