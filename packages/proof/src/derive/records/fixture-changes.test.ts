import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { DerivationContext } from '../derivation-context.ts';
import { deriveStates } from '../states/states.ts';
import { begin } from './begin.ts';
import { derivePrerequisites } from './prerequisites.ts';
import { renewingPrerequisites } from './renewed-prerequisites.ts';

/** A trip makes a stop for each place, of which the later ones must be arranged for another day than the first. */
const TRIPS = `
# Specification: Trips

## 1. What the product does and for whom

none

## 2. Screens and routes

none

## 3. Entities and their fields

### Place

| field | type | rules |
| --- | --- | --- |
| name | text | ..40, unique |
| after | duration | |

#### Records

| name | after |
| --- | --- |
| Harbour | 0 days |
| Island | 14 days |
| Lighthouse | 28 days |

### Trip

| field | type | rules |
| --- | --- | --- |
| name | text | ..40 |
| status | state | |

### Stop

| field | type | rules |
| --- | --- | --- |
| trip | Trip | once |
| day | date | once |
| arranged_for | date | optional |
| status | state | |

## 4. States and transitions

### Trip.status

| state | kind |
| --- | --- |
| planned | initial |
| begun | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| begin | planned | begun | guide | \`for p in Place: create Stop(trip: this, day: today() + p.after)\` |

### Stop.status

| state | kind |
| --- | --- |
| planned | initial |
| arranged | |
| seen | final |

| event | from | to | by | when | asks | error |
| --- | --- | --- | --- | --- | --- | --- |
| arrange | planned | arranged | guide | | arranged_for | |
| see | arranged | seen | guide | \`not exists(Stop as s where s.trip == this.trip and s.day < this.day and s.status == "planned")\` | | EARLIER_FIRST |

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Stop arrange | \`arranged_for == null or arranged_for == day\` | ANOTHER_DAY |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| guide | assigned |

### Permissions

#### Place, Stop

| may | guide |
| --- | --- |
| read | yes |
| create, update, delete | no |

#### Trip

| may | guide |
| --- | --- |
| read, create | yes |
| update, delete | no |

#### User

| may | guide |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| EARLIER_FIRST | 409 | An earlier stop comes first. | Stop see |
| ANOTHER_DAY | 422 | It is on {day}. | V1 |

## 9. Business constants and limits

none
`;

test.each([1, 2, 3])(
  'one of several made records, and the answer that it needs, are found together, seed %i',
  (seed) => {
    const context = new DerivationContext({
      plan: planOf(TRIPS),
      seed,
      now: '2026-03-16T09:00:00.000Z',
      environment: {},
      capabilities: { clock: true, receiver: true, accounts: true, browser: false, derived: true },
    });
    begin(context);
    const prepared = [...derivePrerequisites(context)];
    const cases = [...prepared, ...renewingPrerequisites(context, deriveStates(context))];
    expect(context.broken).toEqual([]);
    const shown = new Set(cases.flatMap(({ clauses }) => clauses));
    for (const clause of ['4.Stop.status.see', '8.EARLIER_FIRST']) expect(shown).toContain(clause);
  },
);
