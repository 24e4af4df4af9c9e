import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveStates } from '../states/states.ts';
import { begin } from './begin.ts';
import { derivePrerequisites } from './prerequisites.ts';
import { renewingPrerequisites } from './renewed-prerequisites.ts';

/** A plan that is corrected has been reviewed: an event of its own orders the review, which somebody begins first. */
const REVIEWED = `
# Specification: Reviews

## 1. What the product does and for whom

none

## 2. Screens and routes

none

## 3. Entities and their fields

### Plan

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| status | state | |

### Review

| field | type | rules |
| --- | --- | --- |
| plan | Plan | once |
| result | enum(good, bad) | optional |
| status | state | |

## 4. States and transitions

### Plan.status

| state | kind |
| --- | --- |
| drawn | initial |
| corrected | |
| built | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| order_review | drawn | same | clerk | \`create Review(plan: this)\` |
| correct | drawn | corrected | system | |
| build | corrected | built | clerk | |

### Review.status

| state | kind |
| --- | --- |
| ordered | initial |
| begun | |
| over | final |

| event | from | to | by | asks | then |
| --- | --- | --- | --- | --- | --- |
| begin | ordered | begun | clerk | | |
| end | begun | over | clerk | result | \`correct on plan if result == "bad"\` |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Plan

| may | clerk |
| --- | --- |
| read, create | yes |
| update, delete | no |

#### Review

| may | clerk |
| --- | --- |
| read | yes |
| create, update, delete | no |

#### User

| may | clerk |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

// 4: only the end of a review causes `correct`, with one of its answers.
test('a step is caused by a record that an event of this record makes', () => {
  const context = new DerivationContext({
    plan: planOf(REVIEWED),
    seed: 1,
    now: '2026-03-16T09:00:00.000Z',
    environment: {},
    capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
  });
  begin(context);
  const prepared = [...derivePrerequisites(context)];
  const cases = [...prepared, ...renewingPrerequisites(context, deriveStates(context))];
  expect(context.broken).toEqual([]);
  const shown = new Set(cases.flatMap(({ clauses }) => clauses));
  for (const clause of ['corrected', 'built', 'correct', 'build']) expect(shown).toContain(`4.Plan.status.${clause}`);
});
