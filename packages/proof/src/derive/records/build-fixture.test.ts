import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from './begin.ts';
import { reach } from './reach.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveStates } from '../states/states.ts';

const LOANS = `
# Specification: Loans

## 1. What the product does and for whom

A desk lends things, and asks for them when they are late.

## 2. Screens and routes

none

## 3. Entities and their fields

### Loan

| field | type | rules |
| --- | --- | --- |
| thing | text | ..40 |
| is_short | boolean | |
| recall_on | date | optional |
| reason | text | optional, ..40 |
| status | state | |

### Fine

| field | type | rules |
| --- | --- | --- |
| loan | Loan | once |
| amount | integer | 0.. |
| status | state | |

### Receipt

| field | type | rules |
| --- | --- | --- |
| fine | Fine | once |

## 4. States and transitions

### Loan.status

| state | kind |
| --- | --- |
| lent | initial |
| late | |
| recalled | |
| lost | |
| returned | final |
| paid | final |

| event | from | to | by | when | asks | then |
| --- | --- | --- | --- | --- | --- | --- |
| expire | lent | late | after 14 days | \`is_short\` | | |
| recall | lent | recalled | at recall_on | | | |
| give_up | late | lost | after 30 days | | | |
| give_back | late, recalled | returned | desk | | reason | \`create Fine(loan: this, amount: 3) if reason == "wet"\` |
| pay | lost | paid | desk | | | |

### Fine.status

| state | kind |
| --- | --- |
| due | initial |
| settled | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| settle | due | settled | desk | \`create Receipt(fine: this)\` |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| desk | signed in |

### Permissions

#### Loan, User

| may | desk |
| --- | --- |
| read, create, update, delete | yes |

#### Fine, Receipt

| may | desk |
| --- | --- |
| read | yes |
| create, update, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

function contextOf(seed: number): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(LOANS),
    seed,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  return context;
}

// 4: the guard of a timer, a date that has to be stated for it, and two waits, one after the other.
test.each([1, 2, 3])('inputs in states that only time leads to are derived, whatever the seed (%i)', (seed) => {
  const context = contextOf(seed);
  expect(reach(context, { entity: 'Loan', state: 'late' })?.draft.is_short).toBe(true);
  expect(reach(context, { entity: 'Loan', state: 'recalled' })?.draft.recall_on).toEqual(expect.any(String));
  const steps = reach(context, { entity: 'Loan', state: 'lost' })?.builder.steps ?? [];
  expect(steps.filter(({ kind }) => kind === 'wait')).toHaveLength(2);
  const shown = new Set([...deriveStates(context)].flatMap(({ clauses }) => clauses));
  for (const clause of ['4.Loan.status.give_back', '4.Loan.status.pay', '4.Loan.status.paid'])
    expect(shown).toContain(clause);
});

// 4: `create Fine(…) if reason == "wet"` of another record's event, and what an event of that record makes in its turn.
test.each([1, 2, 3])(
  'a record that only effects make is sought through what makes it, whatever the seed (%i)',
  (seed) => {
    const context = contextOf(seed);
    const found = reach(context, { entity: 'Fine', state: 'settled' });
    expect(found?.builder.world.get(found.id)?.values).toMatchObject({ amount: 3, status: 'settled' });
    expect(reach(context, { entity: 'Receipt', state: null })?.builder.world.living('Fine')).toHaveLength(1);
    const shown = new Set([...deriveStates(context)].flatMap(({ clauses }) => clauses));
    expect(shown).toContain('4.Fine.status.settle');
  },
);
