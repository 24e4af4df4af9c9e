import type { Expression } from '@nonet/language';
import { expect, test } from 'vitest';
import { planOfExample } from '../../fixtures/story.ts';
import { indexPlan } from '../../plan-index.ts';
import { displayed } from './message.ts';

/** 8: a placeholder is empty where its reader may not read the value, or there is none. */

const index = indexPlan(planOfExample('expenses'), {});
const claim: Expression = {
  kind: 'variable',
  name: 'this',
  type: { kind: 'record', entity: 'Claim', nullable: false },
};
const status: Expression = {
  kind: 'field',
  of: claim,
  field: 'status',
  type: { kind: 'enum', values: ['draft', 'submitted'], nullable: true },
};

test.each<[value: unknown, shown: string]>([
  ['submitted', 'Submitted'],
  // A state of a former version.
  ['forgotten', 'forgotten'],
  [null, ''],
])('a state %j is shown as “%s”', (value, shown) => {
  expect(displayed(index, index.plan.settings, status, value)).toBe(shown);
});
