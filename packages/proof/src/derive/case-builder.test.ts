import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { begin } from './records/begin.ts';
import { CaseBuilder } from './case-builder.ts';
import { DerivationContext } from './derivation-context.ts';

const OFFERS = `
# Specification: Offers

## 1. What the product does and for whom

Somebody offers something for a while.

## 2. Screens and routes

none

## 3. Entities and their fields

### Offer

| field | type | rules |
| --- | --- | --- |
| ends | date | |
| status | state | |

## 4. States and transitions

### Offer.status

| state | kind |
| --- | --- |
| open | initial |
| lapsed | final |

| event | from | to | by |
| --- | --- | --- | --- |
| lapse | open | lapsed | at ends |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | signed in |

### Permissions

#### Offer

| may | member | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

// 4: `at due + 1 day`: past means at once.
test.each([
  ['yesterday', '2026-03-15', 'lapsed', ['ask', 'wait']],
  ['tomorrow', '2026-03-17', 'open', ['ask']],
] as const)('an offer that ends %s is %s: %s', (_when, ends, state, kinds) => {
  const powers = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(OFFERS),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    powers,
  });
  begin(context);
  const builder = new CaseBuilder(context);
  const { id } = builder.act(context.accounts[0]?.id ?? null, { kind: 'create', entity: 'Offer', body: { ends } });
  expect(builder.world.view(id)?.status).toBe(state);
  expect(builder.steps.slice(0, kinds.length).map(({ kind }) => kind)).toEqual(kinds);
});
