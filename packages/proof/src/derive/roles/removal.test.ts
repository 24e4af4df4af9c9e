import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { advance } from '../../reference/advance.ts';
import { DerivationContext } from '../derivation-context.ts';
import { begin } from '../records/begin.ts';
import { deriveRemoval } from './removal.ts';

const NOTICES = `
# Notices

## 1. Purpose

What an office puts up, and takes down.

## 2. Screens

none

## 3. Entities

### Notice

| field | type | rules |
| --- | --- | --- |
| words | text | ..40, unique |
| status | state | |

| setting | is |
| --- | --- |
| delete | soft |

#### Demo records

| words | status |
| --- | --- |
| Closed on Friday | draft |
| Open again | shown |

## 4. States

### Notice.status

| state | kind |
| --- | --- |
| draft | initial |
| shown | final |

| event | from | to | by |
| --- | --- | --- | --- |
| put_up | draft | shown | after 1 day |

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| person | signed in |

### Permissions

#### Notice

| may | in state | person | others |
| --- | --- | --- | --- |
| read | shown | yes | no |
| read | draft | no | no |
| create | | no | no |
| update | | no | no |
| delete, restore | | yes | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

test('6: no actor tries a record whose id is not known because nobody might read it at first', () => {
  const capabilities = { clock: true, receiver: false, accounts: true, browser: false, derived: true };
  const now = '2026-03-16T09:00:00Z';
  const context = new DerivationContext({ plan: planOf(NOTICES), seed: 1, now, environment: {}, capabilities });
  const { seeded } = begin(context);
  const [unseen, seen] = seeded;
  context.world = advance(context.world, '2026-03-18T09:00:00Z').world;
  expect(unseen?.as).toBeUndefined();
  const steps = [...deriveRemoval(context)].flatMap((derived) => derived.steps);
  const asked = steps.flatMap((step) => ('path' in step ? [step.path] : []));
  expect(asked.filter((path) => path.includes(seen?.id ?? ''))).not.toEqual([]);
  expect(asked.filter((path) => path.includes(unseen?.id ?? ''))).toEqual([]);
});
