import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { derivePreconditions } from './preconditions.ts';

const notes = (effect: string) => `
# Notes

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Note

| field | type | rules |
| --- | --- | --- |
| words | text | ..40 |
| status | state | |

| setting | is |
| --- | --- |
| delete | soft |

## 4. States

### Note.status

| state | kind |
| --- | --- |
| open | initial |
| done | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| create | new | open | person | ${effect} |
| close | open | done | person | |

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| person | signed in |

### Permissions

#### Note

| may | person | others |
| --- | --- | --- |
| read, create, update, delete, restore | yes | no |

#### User

| may | others |
| --- | --- |
| read | yes |
| create, update, delete, update email, update roles | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

test.each<[what: string, effect: string, cases: number]>([
  ['that stays', '', 1],
  ['that its own creation deletes', '`delete this`', 0],
])('the version of a record %s is asked for in %s cases', (_what, effect, cases) => {
  const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(notes(effect)), seed: 1, now, environment: {}, capabilities });
  begin(context);
  const found = [...derivePreconditions(context)].filter(({ clauses }) => clauses.includes('6.Note.update'));
  expect(found).toHaveLength(cases);
});
