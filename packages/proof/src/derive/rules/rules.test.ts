import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { begin } from '../records/begin.ts';
import { deriveRules } from './rules.ts';
import { DerivationContext } from '../derivation-context.ts';

const MEMBERS = `
# Specification: Members

## 1. What the product does and for whom

A club keeps its members, who keep their own addresses.

## 2. Screens and routes

none

## 3. Entities and their fields

### Member

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| born_on | date | |
| young | boolean | default false |
| since | date | default today() |
| account | User | optional |

#### Demo records

| name | born_on | account |
| --- | --- | --- |
| Mo | 1990-04-01 | mo@example.com |

### User

#### Demo records

| email | name | roles | password |
| --- | --- | --- | --- |
| mo@example.com | Mo | | demo |
| ada@example.com | Ada | board | demo |

## 4. States and transitions

none

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| R1 | Member create | \`not young or born_on > today() - 18 * 12 months\` | TOO_OLD |
| R2 | Member update | \`old == null or user is board or since == old.since\` | FIXED |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| board | assigned | |
| oneself | \`account == user\` | Member |

### Permissions

#### Member

| may | board | oneself | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create | yes | | no |
| update | yes | yes | no |
| delete | yes | no | no |

#### User

| may | board | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_OLD | 422 | Who is young is younger. | R1 |
| FIXED | 403 | Only the board changes since when somebody is a member. | R2 |

## 9. Business constants and limits

none
`;

test.each([1, 2, 3])(
  '5: a rule about an age, and one about who changes what, refuse somebody, whatever the seed (%i)',
  (seed) => {
    const powers = { clock: true, receiver: true, accounts: true, browser: false, derived: true };
    const context = new DerivationContext({
      plan: planOf(MEMBERS),
      seed,
      now: '2026-03-16T09:00:00Z',
      environment: {},
      powers,
    });
    begin(context);
    const shown = new Set([...deriveRules(context)].flatMap(({ clauses }) => clauses));
    expect([...shown]).toEqual(expect.arrayContaining(['8.TOO_OLD', '8.FIXED']));
  },
);
