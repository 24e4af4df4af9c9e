import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { attempt } from './attempt.ts';
import { begin } from './begin.ts';
import { actorFor } from './plain-fixtures.ts';
import { reach } from './reach.ts';
import { DerivationContext } from '../derivation-context.ts';

const CLAIMS = `
# Specification: Claims

## 1. What the product does and for whom

Everybody claims what they have spent; somebody else pays it.

## 2. Screens and routes

none

## 3. Entities and their fields

### Claim

| field | type | rules |
| --- | --- | --- |
| owner | User | |
| day | date | |
| amount | integer | 1..100 |
| status | state | |

## 4. States and transitions

### Claim.status

| state | kind |
| --- | --- |
| open | initial |
| paid | final |

| event | from | to | by | when | error |
| --- | --- | --- | --- | --- | --- |
| pay | open | paid | member | \`owner != user\` | OWN_CLAIM |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Claim | \`day <= today()\` | TOO_EARLY |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |
| clerk | assigned |

### Permissions

#### Claim

| may | member | clerk |
| --- | --- | --- |
| read | yes | yes |
| create | \`owner == user\` | \`owner == user\` |
| update, delete | no | no |

#### User

| may | member | clerk |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| OWN_CLAIM | 409 | It is your own. | Claim pay |
| TOO_EARLY | 422 | That day has not come. | V1 |

## 9. Business constants and limits

none
`;

const plan = planOf(CLAIMS);
const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };

function contextOf(seed: number): DerivationContext {
  const context = new DerivationContext({ plan, seed, now: '2026-03-16T09:00:00Z', environment: {}, capabilities });
  begin(context);
  return context;
}

test('a refusal by a cell is further away than one by a rule, and names the fields that decide (6)', () => {
  const context = contextOf(1);
  const [someone, other] = context.accounts.map(({ id }) => id);
  const goal = { entity: 'Claim', state: 'open' };
  const tried = (owner: string | undefined, day: string) =>
    attempt(context, goal, {
      entity: 'Claim',
      route: [],
      creator: someone ?? null,
      draft: { owner, day, amount: '1' },
      asked: {},
    });
  const [forbidden, early, fitting] = [
    tried(other, '2026-03-16'),
    tried(someone, '2026-03-18'),
    tried(someone, '2026-03-16'),
  ];
  expect(forbidden.cost).toBeGreaterThan(early.cost);
  expect(early.cost).toBeGreaterThan(fitting.cost);
  expect(fitting.cost).toBe(0);
  expect([...forbidden.focus]).toEqual(['Claim.owner']);
});

test.each([1, 2, 3])('an actor whom the guard allows takes the event, whatever the seed (%i)', (seed) => {
  const context = contextOf(seed);
  const row = plan.states[0]?.events.find(({ name }) => name === 'pay')?.transitions[0];
  expect(context.accounts.length).toBeGreaterThan(1);
  for (const { id: creator } of context.accounts) {
    const found = reach(context, { entity: 'Claim', state: 'open', creators: [creator] });
    if (found === null || row === undefined) throw new Error('Everybody may claim.');
    expect(actorFor(context, found.builder.world, found.id, row)).not.toBe(creator);
  }
});
