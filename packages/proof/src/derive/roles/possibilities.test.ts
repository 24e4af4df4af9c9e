import { expect, test } from 'vitest';
import type { View } from '../../reference/evaluate.ts';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from '../records/begin.ts';
import { offersOn } from '../screens/offered.ts';
import { isOfGuard, possibilities } from './possibilities.ts';
import { DerivationContext } from '../derivation-context.ts';

const POSTERS = `
# Specification: Posters

## 1. What the product does and for whom

Everybody reads what hangs there, and the office takes it down.

## 2. Screens and routes

### Posters \`/\`

| part | is |
| --- | --- |
| kind | list of Poster |
| for | office |
| columns | words |
| actions | take_down |

## 3. Entities and their fields

### Poster

| field | type | rules |
| --- | --- | --- |
| words | text | ..40 |
| status | state | |

#### Records

| words |
| --- |
| A walk |

## 4. States and transitions

### Poster.status

| state | kind |
| --- | --- |
| up | initial |
| down | final |

| event | from | to | by | when | asks |
| --- | --- | --- | --- | --- | --- |
| take_down | up | down | office | \`words != "Stays"\` | why text |
| burn | up | down | office | | |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| passer_by | anyone |
| office | assigned |

### Permissions

#### Poster

| may | passer_by | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | no | no |

#### User

| may | passer_by | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

function contextOf(): DerivationContext {
  const capabilities = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
  const context = new DerivationContext({
    plan: planOf(POSTERS),
    seed: 1,
    now: '2026-03-16T09:00:00Z',
    environment: {},
    capabilities,
  });
  begin(context);
  return context;
}

test('4: an event is offered where its guard holds, whatever else it asks for', () => {
  const context = contextOf();
  const [screen] = context.plan.screens;
  const [action] = screen?.actions ?? [];
  const office = context.accounts.find(({ roles }) => roles.includes('office'))?.id ?? null;
  if (screen === undefined || action === undefined) throw new Error('The screen has its action.');
  expect(offersOn(context, context.world, screen, action, office)).toHaveLength(1);
});

test('6: an actor who is not signed in learns that an event of others is not possible, like one with another role', () => {
  const context = contextOf();
  const [poster] = context.world.living('Poster');
  const record = context.world.view(poster?.id ?? null) as View;
  const office = context.accounts.find(({ roles }) => roles.includes('office'))?.id ?? null;
  const other = context.accounts.find(({ roles }) => roles.length === 0)?.id ?? null;
  const may = [null, other, office].map((actor) => possibilities(context, actor, record).events['burn']?.may);
  expect(may).toEqual([false, false, true]);
});

// `/can` foretells guards, and not what becomes of effects.
test.each([
  ['the error of a guard', 'TOO_LATE', { code: 'TOO_LATE', clause: '4.Job.status.end' }, true],
  ['a guard whose error is that there is none', 'NOT_FOUND', { code: 'NOT_FOUND', clause: '4.Job.status.end' }, true],
  ['an effect on an empty path', 'TOO_LATE', { code: 'NOT_FOUND', clause: '4.Job.status.end' }, false],
  [
    'an effect on an empty path of a row without an error',
    null,
    { code: 'NOT_FOUND', clause: '4.Job.status.end' },
    false,
  ],
  ['another clause', 'TOO_LATE', { code: 'TOO_LATE', clause: '4.Job.status.begin' }, false],
])('refusals by a guard: %s', (_what, error, refused, expected) => {
  expect(isOfGuard({ clause: '4.Job.status.end', error }, refused)).toBe(expected);
});
