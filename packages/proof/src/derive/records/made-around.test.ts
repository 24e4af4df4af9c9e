import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { TALKS } from '../../fixtures/talks.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveRules } from '../rules/rules.ts';
import { begin } from './begin.ts';
import { derivePrerequisites } from './prerequisites.ts';
import { renewingPrerequisites } from './renewed-prerequisites.ts';

/** A leave is not approved on a day of a list that is for all, and that does not let who approves. */
const BLOCKED = `
# Specification: Blocked days

## 1. What the product does and for whom

none

## 2. Screens and routes

none

## 3. Entities and their fields

### BlockList

| field | type | rules |
| --- | --- | --- |
| name | text | unique, 2..80 |
| is_for_all | boolean | default false |
| remark | text | optional, ..80 |
| blocked_days | list of BlockDay | 1..9 |
| allowed | many User | |

### BlockDay

| field | type | rules |
| --- | --- | --- |
| date | date | |
| reason | text | optional, ..80 |

### Leave

| field | type | rules |
| --- | --- | --- |
| from_day | date | |
| to_day | date | |
| status | state | |

## 4. States and transitions

### Leave.status

| state | kind |
| --- | --- |
| open | initial |
| approved | final |

| event | from | to | by |
| --- | --- | --- | --- |
| approve | open | approved | office |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Leave approve | \`user == null or not exists(BlockList as b where b.is_for_all and exists(b.blocked_days where date >= this.from_day and date <= this.to_day) and not (user in b.allowed))\` | BLOCKED_DAY |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| office | assigned |

### Permissions

#### BlockList, Leave

| may | office |
| --- | --- |
| read, create | yes |
| update, delete | no |

#### User

| may | office |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| BLOCKED_DAY | 409 | That day is blocked. | V1 |

## 9. Business constants and limits

none
`;

test.each([
  // 5: an owned child is made with the record for which the rule looks.
  ['a record with an owned child, for which a rule of an event looks', BLOCKED],
  // 4: the way to a state asks for others that refer to the record, each of which is another person's.
  ['records of several people, for which the way to a state asks', TALKS],
])('%s: made, with each seed', (_what, document) => {
  for (const seed of [1, 2, 3]) {
    const context = new DerivationContext({
      plan: planOf(document),
      seed,
      now: '2026-03-16T09:00:00.000Z',
      environment: {},
      capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
    });
    begin(context);
    const prepared = [...derivePrerequisites(context)];
    const cases = [...prepared, ...renewingPrerequisites(context, deriveRules(context))];
    expect(context.broken).toEqual([]);
    const shown = new Set(cases.flatMap(({ clauses }) => clauses));
    for (const rule of context.plan.rules) expect(shown, `seed ${seed}`).toContain(`${rule.clause}.error`);
  }
});
