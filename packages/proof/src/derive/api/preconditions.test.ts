import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import type { Case } from '../../run/case.ts';
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

const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };

/** The cases about preconditions of a document, at the beginning of 2026-03-16. */
function preconditionsOf(text: string): Case[] {
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(text), seed: 1, now, environment: {}, capabilities });
  begin(context);
  return [...derivePreconditions(context)];
}

test.each<[what: string, effect: string, cases: number]>([
  ['that stays', '', 1],
  ['that its own creation deletes', '`delete this`', 0],
])('the version of a record %s is asked for in %s cases', (_what, effect, cases) => {
  const found = preconditionsOf(notes(effect)).filter(({ clauses }) => clauses.includes('6.Note.update'));
  expect(found).toHaveLength(cases);
});

// 4: `at begins`: past means at once, so it happens before the next request of somebody else.
test('a record that a timer changes at once is waited for before another person sends the same', () => {
  const text = notes('')
    .replace('| words | text | ..40 |', '| words | text | ..40 |\n| begins | date | = date("2026-03-01") |')
    .replace('| close | open | done | person | |', '$&\n| lapse | open | done | at begins | |');
  const twice = preconditionsOf(text).find(({ title }) => title.includes('comes twice'));
  expect(twice?.steps.map((step) => (step.kind === 'ask' ? step.expect.status : step.kind))).toEqual([
    201,
    'wait',
    201,
    422,
    201,
    'wait',
  ]);
});
